"use strict";
// Quoting. A quote link puts the post, or the selected part of it, into the field as [quote=Name;number]; the
// plus beside it collects the quote, from any page of the thread, until all are put in at once (or cleared).
// Collected quotes are kept as unsent text is (js/kept.js).
(() => {
  const kept = window.kept;
  const MOST = 10; // as many as an address takes: games/views/quoting.py
  const DEEPEST = 2; // as the server's own quotes: forum/markup.py
  const TAGS = { B: "b", STRONG: "b", I: "i", EM: "i", U: "u", S: "s", DEL: "s" };
  const BLOCKS = new Set(["P", "DIV"]);
  // Colours and sizes by their classes: forum/palette.py
  const STEPS = {
    blood: "color=red", warn: "color=brown", ok: "color=green", "c-t": "color=teal", "c-b": "color=blue",
    "c-p": "color=purple", "c-g": "color=gray", "z-s": "size=small", "z-n": "size=normal", "z-b": "size=big",
  };
  const SKIPPED = new Set(["CITE", "SUMMARY", "SVG"]);

  // ---------- from the page back to what is typed ----------
  // What is text on the page must not become a tag in the quote, or it could end it.
  const bare = (text) => text.replace(/\[(\/?[\p{L}*][\p{L}\d_]{0,19}(?:=[^\]\n]*)?)\]/gu, "($1)");
  const line = (text) => text.replace(/[[\]"\n]/g, " ").trim();

  function opening(author, number) {
    const name = author.replace(/"/g, "'").split(/\s+/).filter(Boolean).join(" ");
    if (!name) return "[quote]";
    return `[quote=${/[[\];']/.test(name) || name !== author ? `"${name}"` : name}${number ? `;${number}` : ""}]`;
  }

  // Whose words a quote on the page are: "Anna, No. 7" with a link, or a name.
  function cited(quote) {
    const cite = [...quote.children].find((part) => part.nodeName === "CITE");
    const number = /#p(\d{1,9})$/.exec(cite?.querySelector("a")?.getAttribute("href") || "")?.[1] || "";
    const words = cite?.textContent || "";
    return [number ? words.slice(0, Math.max(0, words.lastIndexOf(", "))) : words, number];
  }

  function within(node, range) {
    if (!range.intersectsNode(node)) return "";
    if (node.nodeType !== Node.TEXT_NODE) return [...node.childNodes].map((part) => within(part, range)).join("");
    const from = node === range.startContainer ? range.startOffset : 0;
    return node.data.slice(from, node === range.endContainer ? range.endOffset : node.length);
  }

  const inside = (node, range, depth) => [...node.childNodes].map((part) => source(part, range, depth)).join("");

  // What a range holds of a node, as it would be typed.
  function source(node, range, depth) {
    const name = node.nodeName.toUpperCase();
    if (node.nodeType === Node.TEXT_NODE) return bare(within(node, range));
    if (node.nodeType !== Node.ELEMENT_NODE || SKIPPED.has(name) || !range.intersectsNode(node)) return "";
    if (name === "BR") return "\n";
    if (name === "PRE" || name === "CODE") return `[code]${within(node, range)}[/code]${name === "PRE" ? "\n" : ""}`;
    if (name === "BLOCKQUOTE") {
      return depth < DEEPEST ? `${opening(...cited(node))}${inside(node, range, depth + 1).trim()}[/quote]\n` : "…\n";
    }
    const words = inside(node, range, depth);
    if (TAGS[name]) return `[${TAGS[name]}]${words}[/${TAGS[name]}]`;
    if (name === "LI") return `[*]${words.trim()}\n`;
    if (name === "UL" || name === "OL") return `[list${name === "OL" ? "=1" : ""}]\n${words}[/list]\n`;
    const step = name === "SPAN" && STEPS[node.className];
    if (step) return `[${step}]${words}[/${step.split("=")[0]}]`;
    if (name === "A" && /^(https?:|mailto:)/.test(node.getAttribute("href") || "")) {
      const address = node.getAttribute("href");
      return `[url=${/[[\]]/.test(address) ? `"${address}"` : address}]${words}[/url]`;
    }
    if (name === "DETAILS") {
      const title = line([...node.children].find((part) => part.nodeName === "SUMMARY")?.textContent || "");
      return `[spoiler${title && `=${title}`}]${words.trim()}[/spoiler]\n`;
    }
    return BLOCKS.has(name) ? `${words}\n` : words;
  }

  // ---------- what is to be quoted ----------
  function selectedIn(body) {
    const chosen = getSelection();
    if (!chosen.rangeCount || chosen.isCollapsed) return null;
    const range = chosen.getRangeAt(0).cloneRange();
    if (!range.intersectsNode(body)) return null;
    const whole = document.createRange();
    whole.selectNodeContents(body);
    if (range.compareBoundaryPoints(Range.START_TO_START, whole) < 0) range.setStart(body, 0);
    if (range.compareBoundaryPoints(Range.END_TO_END, whole) > 0) range.setEnd(body, body.childNodes.length);
    return range.toString().trim() ? range : null;
  }

  // A tap may undo the selection before it is a click.
  let held = null;
  document.addEventListener("pointerdown", ({ target }) => {
    const body = target.closest("a[data-quote], a[data-plus]")?.closest("article")?.querySelector(".body");
    held = body ? selectedIn(body) : null;
  });

  // Words selected in a quote are those of whoever is quoted there, not of whoever quotes.
  function quoteOf(link) {
    const body = link.closest("article")?.querySelector(".body");
    if (!body) return null;
    let range = held || selectedIn(body);
    held = null;
    const place = range?.commonAncestorContainer;
    const old = (place?.closest ? place : place?.parentElement)?.closest("blockquote");
    const isOld = old && body.contains(old);
    if (!range) {
      range = document.createRange();
      range.selectNodeContents(body);
    }
    let text = inside(isOld ? old : body, range, 1).replace(/[ \t]+\n/g, "\n").replace(/\n{3,}/g, "\n\n").trim();
    let [author, number] = [link.dataset.author || "", link.dataset.quote];
    if (isOld) {
      const [whose, where] = cited(old);
      if (whose) [author, number] = [whose, where];
      else text = `[quote]${text}[/quote]`;
    }
    return { no: link.dataset.quote, text: `${opening(author, number)}${text}[/quote]\n` };
  }

  function putIn(field, text) {
    const end = field.value.length;
    window.composer.put(field, `${end && !field.value.endsWith("\n") ? "\n" : ""}${text}`, end, end);
    field.scrollIntoView({ block: "center" });
    if (location.hash && document.querySelector(".tabs a.t-thread")) location.hash = "#thread";
  }

  const fieldOf = () => document.querySelector("form.composer textarea");
  const plain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-quote]");
    const field = fieldOf();
    const quote = link && field && plain(event) && quoteOf(link);
    if (!quote) return; // the link itself leads to a page with the quote in the field
    event.preventDefault();
    putIn(field, quote.text);
  });

  // ---------- collecting ----------
  const form = () => document.querySelector("form.composer[data-collects]");
  const nameNow = () => form() && `quotes:${form().dataset.collects}`;
  let collected = [];

  async function load() {
    const name = nameNow();
    const found = name && (await kept.read(name));
    collected = found ? JSON.parse(found.text) : [];
    draw();
  }

  async function keep(list) {
    collected = list;
    draw();
    if (list.length) await kept.write(nameNow(), JSON.stringify(list));
    else await kept.drop(nameNow(), "", true);
  }

  function draw(full = false) {
    const bar = form()?.querySelector("[data-collected]");
    if (!bar) return;
    bar.hidden = !collected.length;
    const words = bar.querySelector("[role=status]");
    const said = `${words.dataset.words} ${collected.length}${full ? `. ${words.dataset.full}` : ""}`;
    if (words.textContent !== said) words.textContent = said;
    for (const link of document.querySelectorAll("#thread a[data-quote]")) {
      let plus = link.nextElementSibling;
      if (!plus || !("plus" in plus.dataset)) {
        plus = document.createElement("a");
        plus.className = "q no";
        plus.href = link.href;
        plus.dataset.plus = "";
        plus.setAttribute("role", "button");
        plus.setAttribute("aria-label", bar.dataset.collect.replace("{n}", link.dataset.quote));
        plus.title = bar.dataset.title;
        link.after(plus);
      }
      const is = collected.some((one) => one.no === link.dataset.quote);
      plus.setAttribute("aria-pressed", String(is));
      plus.textContent = is ? "✓" : "+";
    }
  }

  function toggle(plus) {
    const link = plus.previousElementSibling;
    const rest = collected.filter((one) => one.no !== link.dataset.quote);
    if (rest.length < collected.length) keep(rest);
    else if (collected.length >= MOST) draw(true);
    else {
      const quote = quoteOf(link);
      if (quote) keep([...collected, quote]);
    }
  }

  document.addEventListener("click", (event) => {
    const plus = event.target.closest("a[data-plus]");
    if (plus && plain(event)) {
      event.preventDefault();
      toggle(plus);
    }
    const button = event.target.closest("[data-collected] button");
    if (!button) return;
    const field = button.closest("form").querySelector("textarea");
    if ("put" in button.dataset) {
      const all = collected.map((one) => one.text).join("");
      // Numbers are those of the thread; in a letter they would lead to other posts.
      putIn(field, document.getElementById("thread") ? all : all.replace(/(\[quote=(?:"[^"\n]*"|[^\]\n;]*));\d+\]/g, "$1]"));
    } else field.focus();
    keep([]);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || !event.target.matches?.("a[data-plus]")) return;
    event.preventDefault();
    toggle(event.target);
  });

  load();
  document.addEventListener("htmx:load", () => draw());
  kept.watch((name) => { if (name === nameNow()) load(); });
})();
