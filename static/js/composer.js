"use strict";
// Where one writes: Ctrl+Enter sends, the toolbar puts tags around the selection, and a quote link
// puts the post, or the selected part of it, into the field as [quote=Name;number].
(() => {
  function put(field, text, from, to) {
    field.focus();
    field.setSelectionRange(from, to);
    // execCommand keeps the browser's undo; where it is gone the text is set all the same
    if (!document.execCommand || !document.execCommand("insertText", false, text)) {
      field.setRangeText(text, from, to, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }

  function wrap(field, open, close) {
    const { selectionStart: from, selectionEnd: to } = field;
    const inner = field.value.slice(from, to);
    put(field, open + inner + close, from, to);
    const at = inner ? from + open.length + inner.length + close.length : from + open.length;
    field.setSelectionRange(at, at);
  }

  // ---------- toolbar ----------
  function wake(root) {
    for (const bar of root.querySelectorAll(".bbar[hidden]")) bar.hidden = false;
  }
  wake(document);
  document.addEventListener("htmx:load", (event) => wake(event.detail.elt.parentElement || document));

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".bbar button[data-open]");
    if (!button) return;
    const field = button.closest(".box").querySelector("textarea");
    if (field) wrap(field, button.dataset.open, button.dataset.close);
  });

  // ---------- sending ----------
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    const form = event.target.form;
    if (!form || !("send" in form.dataset) || event.target.tagName !== "TEXTAREA") return;
    event.preventDefault();
    const main = form.querySelector("button.btn-act:not([disabled])");
    form.requestSubmit(main || undefined);
  });

  // ---------- quoting ----------
  const TAGS = { B: "b", STRONG: "b", I: "i", EM: "i", U: "u", S: "s", DEL: "s" };
  const BLOCKS = new Set(["P", "DIV", "LI", "UL", "OL", "PRE", "DETAILS"]);

  function source(node) {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.DOCUMENT_FRAGMENT_NODE) return "";
    const name = node.nodeName;
    if (name === "BLOCKQUOTE" || name === "SVG" || name === "svg" || name === "SUMMARY") return "";
    if (name === "BR") return "\n";
    const inner = [...node.childNodes].map(source).join("");
    if (TAGS[name]) return `[${TAGS[name]}]${inner}[/${TAGS[name]}]`;
    if (name === "CODE" || name === "PRE") return `[code]${node.textContent}[/code]`;
    if (name === "A" && /^(https?:|mailto:)/.test(node.getAttribute("href") || "")) {
      return `[url=${node.getAttribute("href")}]${inner}[/url]`;
    }
    if (name === "DETAILS") return `[spoiler]${inner.trim()}[/spoiler]\n`;
    return BLOCKS.has(name) ? `${inner}\n` : inner;
  }

  function selectedIn(body) {
    const chosen = getSelection();
    if (!chosen.rangeCount || chosen.isCollapsed) return null;
    const range = chosen.getRangeAt(0);
    return body.contains(range.commonAncestorContainer) ? range.cloneContents() : null;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-quote]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const body = link.closest("article")?.querySelector(".body");
    const field = document.querySelector("form.composer textarea");
    if (!body || !field) return; // the link itself leads to a page with the quote in the field
    event.preventDefault();
    const words = source(selectedIn(body) || body).replace(/\n{3,}/g, "\n\n").trim();
    const number = link.dataset.quote ? `;${link.dataset.quote}` : "";
    const name = link.dataset.author ? `=${link.dataset.author}${number}` : "";
    const end = field.value.length;
    const gap = end && !field.value.endsWith("\n") ? "\n" : "";
    put(field, `${gap}[quote${name}]${words}[/quote]\n`, end, end);
    field.scrollIntoView({ block: "center" });
    if (location.hash && document.querySelector(".tabs a.t-thread")) location.hash = "#thread";
  });
})();
