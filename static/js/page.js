"use strict";
// Small conveniences of every page: the current tab, the role card that closes by itself, and unsent
// text that survives a lost connection. Nothing here is needed for anything to work.
(() => {
  // ---------- the tab one is on ----------
  function markTabs() {
    const tabs = [...document.querySelectorAll('.tabs a[href^="#"]')];
    if (!tabs.length) return;
    const here = tabs.find((tab) => tab.getAttribute("href") === location.hash) || tabs[0];
    for (const tab of tabs) {
      if (tab === here) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
  }
  markTabs();
  addEventListener("hashchange", markTabs);

  // ---------- an answer to a refused form whose draft the site keeps ----------
  // The browser's button leads back to the draft, and not to a question whether to send it again.
  const refused = document.querySelector("form[data-at]");
  if (refused) history.replaceState(null, "", refused.dataset.at);

  // ---------- the role card ----------
  function closeCards() {
    for (const card of document.querySelectorAll("details.card[open]")) card.open = false;
  }
  closeCards();
  addEventListener("pagehide", closeCards);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) closeCards();
  });

  // ---------- menus that shut when one goes elsewhere ----------
  function shutMenus(but) {
    for (const menu of document.querySelectorAll("details[data-shuts][open]")) if (!menu.contains(but)) menu.open = false;
  }
  document.addEventListener("click", (event) => shutMenus(event.target));
  document.addEventListener("focusin", (event) => shutMenus(event.target));
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && event.target.closest("details[data-shuts][open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  // ---------- steps of a replay: the arrows of the keyboard ----------
  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("input, select, textarea")) return;
    document.querySelector(`[data-steps] a[rel="${way}"]`)?.click();
  });

  // ---------- a page that has grown old ----------
  // What stands on it is fetched anew by itself where nothing is being written, chosen or read on the
  // card; otherwise its reader is asked. An answer to a refused form stays: its address is not the page's.
  let renewing = false;
  // What somebody has sent, or a part has asked for, must find its place when it is answered.
  const waiting = () => document.querySelector("main .htmx-request");

  async function renew(address) {
    renewing = true;
    document.dispatchEvent(new Event("renewing"));
    history.replaceState(null, "", address);
    await htmx.ajax("GET", address, { target: "#main", select: "#main > *" }).catch(() => {});
    renewing = false;
    document.dispatchEvent(new Event("renewed"));
    // The part of the page that the address names is another element now, and must be found again.
    if (location.hash) location.replace(location.hash);
  }
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "main") return;
    if (waiting()) { detail.shouldSwap = false; return; } // and it comes anew after that
    const fresh = new DOMParser().parseFromString(detail.xhr.responseText, "text/html");
    document.documentElement.dataset.phase = fresh.documentElement.dataset.phase || "";
    // What stands around it: counts of news, whom one is here as, and the parts of a phone.
    for (const name of [".top .me", ".tabs"]) {
      const [old, part] = [document, fresh].map((page) => page.querySelector(name));
      if (old && part) old.replaceWith(part);
    }
  });

  function growOld() {
    const anew = document.querySelector("#live-note [data-anew] a");
    if (renewing || !anew || anew.pathname !== location.pathname || waiting()) return;
    const written = [...document.querySelectorAll("textarea, input[type='text']")].some((f) => f.value !== f.defaultValue);
    const chosen = [...document.querySelectorAll("option")].some((o) => o.selected !== o.defaultSelected && o.value && o.index);
    const busy = document.querySelector("details.card[open]") || document.activeElement?.matches("textarea, select");
    if (written || chosen || busy) return;
    // The end stands in the thread, whatever part of the page is open on a phone.
    if (anew.closest("[data-anew]").dataset.anew === "over") renew(anew.pathname);
    // Whoever has just posted stands at that post; what is new stands on the page without it.
    else if (!new URLSearchParams(location.search).has("post")) renew(location.pathname + location.search + location.hash);
    else renew(anew.pathname + (/^#p\d/.test(location.hash) ? "" : location.hash));
  }
  for (const name of ["htmx:afterSettle", "htmx:afterRequest"]) document.addEventListener(name, growOld);

  // ---------- no connection ----------
  // An open page asks for news all the time, and so it is the first to know that nobody answers.
  function sayOffline(is) {
    const offline = document.getElementById("offline");
    if (offline) offline.hidden = !is;
  }
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(name, () => sayOffline(true));
  addEventListener("offline", () => sayOffline(true));
  document.addEventListener("htmx:afterOnLoad", (event) => sayOffline(event.detail.xhr.status >= 500));

  // ---------- a part in which somebody writes or reads is not replaced under the hands (data-hold) ----------
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const part = event.detail.target;
    if (!("hold" in part.dataset)) return;
    const written = [...part.querySelectorAll("textarea")].some((field) => field.value);
    if (written || part.contains(document.activeElement) || part.querySelector("details[open]")) event.detail.shouldSwap = false;
  });

  // ---------- unsent text, by form (data-keep) and field ----------
  const PREFIX = `keep:${document.body.dataset.who}:`;
  const SENT = "keep-sent";
  const FIELDS = 'textarea[name], input[type="text"][name], input:not([type])[name]';

  let store;
  try {
    store = sessionStorage;
  } catch {
    return; // the browser keeps nothing for us
  }
  const keyOf = (form, field) => `${PREFIX}${form.dataset.keep}:${field.name}`;
  const formsOf = (root) => root.querySelectorAll("form[data-keep]:not([data-keep=''])");

  function forget(keep) {
    for (const who of ["in", "guest"]) {
      for (const key of Object.keys(store)) if (key.startsWith(`keep:${who}:${keep}:`)) store.removeItem(key);
    }
  }

  // What somebody wrote while logged in is not left to the next one at this screen.
  if (document.body.dataset.who === "guest") {
    for (const key of Object.keys(store)) if (key.startsWith("keep:in:")) store.removeItem(key);
  }

  // This page is the answer to a form if it was asked for in the moment that the form was sent; then
  // the text has arrived, unless the page is an error page. Otherwise the text is put back.
  const [sentKeep, sentAt] = (store.getItem(SENT) || "").split("\n");
  if (sentKeep && !("error" in document.body.dataset) && Math.abs(performance.timeOrigin - Number(sentAt)) < 700) {
    forget(sentKeep);
  }
  store.removeItem(SENT);

  function note(form, shown) {
    const line = form.querySelector("[data-keep-note]");
    if (line) line.textContent = shown ? line.dataset.words : "";
  }

  function restore(root) {
    for (const form of formsOf(root)) {
      for (const field of form.querySelectorAll(FIELDS)) {
        const kept = store.getItem(keyOf(form, field));
        if (kept && !field.value) {
          field.value = kept;
          note(form, true);
        } else if (field.value && field.value !== field.defaultValue) {
          store.setItem(keyOf(form, field), field.value);
        }
      }
    }
  }
  restore(document);

  document.addEventListener("input", (event) => {
    const field = event.target;
    const form = field.form;
    if (!form || !form.dataset.keep || !field.matches(FIELDS)) return;
    try {
      if (field.value) store.setItem(keyOf(form, field), field.value);
      else store.removeItem(keyOf(form, field));
      note(form, Boolean(field.value));
    } catch {
      note(form, false); // the store is full
    }
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.keep || (event.submitter && event.submitter.name === "preview")) return;
    store.setItem(SENT, `${form.dataset.keep}\n${performance.timeOrigin + performance.now()}`);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.detail.elt.closest("form[data-keep]");
    const sender = event.detail.requestConfig && event.detail.requestConfig.triggeringEvent;
    const preview = sender && sender.submitter && sender.submitter.name === "preview";
    if (!form || preview) return;
    store.removeItem(SENT);
    if (event.detail.successful) forget(form.dataset.keep);
  });
  document.addEventListener("htmx:load", (event) => {
    restore(event.detail.elt.parentElement || document);
    markTabs();
  });
})();
