"use strict";
// Where one writes: Ctrl+Enter sends, and the toolbar puts tags around the selection.
window.composer = (() => {
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
    for (const bar of root.querySelectorAll(".bbar[role=group][hidden]")) bar.hidden = false;
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

  return { put };
})();
