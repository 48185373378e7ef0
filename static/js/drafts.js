"use strict";
// Unsent text, by form (data-keep) and field: it survives a refusal, a lost connection, a closed tab and a
// session that ran out (js/kept.js tells where it is kept). Of several tabs the one typed in last counts,
// an empty field erases nothing that another tab wrote, and what was sent is forgotten in all of them.
(() => {
  const kept = window.kept;
  const FIELDS = 'textarea[name], input[type="text"][name], input:not([type])[name]';
  const SENT = "kept-sent";
  const known = new Map(); // name -> {mark, text} of the record that a field of this tab shows
  const saving = new Map(); // name -> whether it must be saved once more
  const unsure = new Map(); // form -> {key, text} of what was sent and never answered
  const shown = new WeakSet();
  let sending = null;

  const nameOf = (form, field) => `${form.dataset.keep}:${field.name}`;
  const keyOf = (form) => `${form.dataset.keep}:?`;
  const fieldsOf = (form) => [...form.querySelectorAll(FIELDS)];
  const textOf = (form) => fieldsOf(form).map((field) => field.value).join("\n");
  const formsOf = (root) => root.querySelectorAll("form[data-keep]:not([data-keep=''])");

  function note(form, is) {
    const line = form.querySelector("[data-keep-note]");
    if (line) line.textContent = is ? line.dataset[kept.lasting ? "words" : "tab"] : "";
  }

  // ---------- what was sent ----------
  // A page is the answer to a form if it was asked for in the moment in which the form was sent. The text has
  // arrived unless it was only looked at, was refused, or met somebody else's page (the session ran out).
  function tellSent() {
    if (!sending) return;
    const marks = fieldsOf(sending.form).map((field) => nameOf(sending.form, field)).filter((name) => known.has(name));
    const { at, keep, look } = sending;
    const sent = { at, keep, look, who: kept.who(), marks: marks.map((name) => [name, known.get(name).mark]) };
    try {
      sessionStorage.setItem(SENT, JSON.stringify(sent));
    } catch {
      // then the text is put back, and its writer sees that it has arrived
    }
  }

  function takeSent() {
    try {
      const sent = JSON.parse(sessionStorage.getItem(SENT));
      sessionStorage.removeItem(SENT);
      return sent && Math.abs(performance.timeOrigin - sent.at) < 700 ? sent : null;
    } catch {
      return null;
    }
  }

  function wasRefused() {
    if ("error" in document.body.dataset) return true;
    const status = performance.getEntriesByType("navigation")[0]?.responseStatus;
    return status ? status >= 400 : Boolean(document.querySelector("main .said.is-no, main .errbox"));
  }

  async function forget(keep, marks) {
    for (const [name, mark] of marks) {
      known.delete(name);
      await kept.drop(name, mark, true);
    }
    unsure.delete(keep);
    await kept.drop(`${keep}:?`);
  }

  const answered = (async () => {
    const sent = takeSent();
    if (!sent) return;
    await kept.ready;
    if (sent.who !== kept.who()) return;
    if (!sent.look && !wasRefused()) await forget(sent.keep, sent.marks);
    else for (const [name, mark] of sent.marks) known.set(name, { mark, text: null });
    if (!sent.look) await kept.drop(`${sent.keep}:?`);
  })();

  document.addEventListener("submit", (event) => {
    const form = event.target;
    const keep = form.dataset.keep;
    if (!keep) return;
    const look = event.submitter?.name === "preview";
    sending = { form, keep, look, at: performance.timeOrigin + performance.now() };
    tellSent();
    // What was sent before and never answered may have arrived. Put back and sent again as it was, it goes
    // with the same key, so that it stands there once; what was typed since is another post.
    const key = form.elements.namedItem("key");
    if (look || !key) return;
    const before = unsure.get(keep);
    if (before && before.text === textOf(form)) key.value = before.key;
    else kept.write(keyOf(form), JSON.stringify({ key: key.value, text: textOf(form) }));
  });

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const form = detail.elt.closest("form[data-keep]");
    if (!form || sending?.form !== form) return;
    const { keep, look } = sending;
    const marks = fieldsOf(form).map((field) => nameOf(form, field)).filter((name) => known.has(name));
    sending = null;
    takeSent();
    if (!look && detail.successful) forget(keep, marks.map((name) => [name, known.get(name).mark]));
  });
  addEventListener("pageshow", (event) => { if (event.persisted) sending = null; });

  // ---------- while one types ----------
  async function save(form, field) {
    const name = nameOf(form, field);
    if (saving.has(name)) {
      saving.set(name, true);
      return;
    }
    do {
      saving.set(name, false);
      const text = field.value;
      if (text) {
        const mark = await kept.write(name, text);
        if (mark) known.set(name, { mark, text });
        note(form, Boolean(mark));
      } else {
        if (known.has(name)) await kept.drop(name, known.get(name).mark);
        known.delete(name);
        note(form, false);
      }
      tellSent();
    } while (saving.get(name));
    saving.delete(name);
  }

  document.addEventListener("input", ({ target: field }) => {
    const form = field.form;
    if (!form?.dataset.keep || !field.matches(FIELDS)) return;
    unsure.delete(form.dataset.keep);
    save(form, field);
  });

  // ---------- what was typed before ----------
  const quoting = new URLSearchParams(location.search).has("quote");
  const back = performance.getEntriesByType("navigation")[0]?.type === "back_forward";

  async function show(form, field) {
    const name = nameOf(form, field);
    const found = await kept.read(name);
    const given = field.value;
    if (!found) {
      // Typed before this script ran. What the browser puts back on the way back may have been sent.
      if (given && given !== field.defaultValue && !back) save(form, field);
      return;
    }
    if (quoting && given && given === field.defaultValue && !found.text.includes(given.trim())) {
      field.value = `${found.text.replace(/\n*$/, "\n")}${given}`;
      save(form, field);
    } else if (!given || (quoting && given === field.defaultValue)) field.value = found.text;
    else if (given !== found.text && known.get(name)?.mark !== found.mark) return; // another tab's, and newer
    known.set(name, { mark: found.mark, text: field.value });
    note(form, true);
  }

  async function restore(root) {
    await answered;
    for (const form of formsOf(root)) {
      for (const field of fieldsOf(form)) {
        if (shown.has(field)) continue;
        shown.add(field);
        show(form, field);
      }
      if (shown.has(form) || !form.elements.namedItem("key")) continue;
      shown.add(form);
      const lost = await kept.read(keyOf(form));
      if (lost) unsure.set(form.dataset.keep, JSON.parse(lost.text));
    }
  }
  restore(document);
  document.addEventListener("htmx:load", ({ detail }) => restore(detail.elt.parentElement || document));

  // ---------- other tabs ----------
  kept.watch(async (name, sent) => {
    for (const form of formsOf(document)) {
      const field = fieldsOf(form).find((one) => nameOf(form, one) === name);
      if (!field) continue;
      const untouched = field.value === (known.get(name)?.text ?? "");
      if (sent && untouched) {
        field.value = "";
        note(form, false);
      }
      if (sent) known.delete(name);
      else if (untouched && document.activeElement !== field) {
        const found = await kept.read(name);
        if (!found || document.activeElement === field) continue;
        field.value = found.text;
        known.set(name, found);
        note(form, true);
      }
    }
  });
})();
