"use strict";
// What this browser keeps of a person's writing: unsent text, collected quotes. Others may use the same
// browser, play in the same game, and look into its storage; a letter or an order of the night is a secret.
//
// - What outlives the tab is sealed (AES-GCM), under names that tell nothing. The key comes with the pages
//   of the person who is logged in (data-kept) and is kept nowhere: when the session has run out nobody
//   reads a word, when the same person logs in again everything is there.
// - Logging out (a form with data-leaves) forgets all that was kept for this person.
// - Where nobody is logged in, or the browser seals nothing (plain http from another machine), the tab
//   keeps it as it is, and loses it when it is closed.
// - After thirty days it is gone.
window.kept = (() => {
  const AGE = 30 * 24 * 3600 * 1000;
  const SENT = "-"; // stands for a moment in the place of what was sent, so that other tabs know why it goes
  const LEAVING = "kept-leaving";

  function open(which) {
    try {
      return window[which].length >= 0 ? window[which] : null;
    } catch {
      return null; // the browser keeps nothing for us
    }
  }
  const secret = document.body.dataset.kept || "";
  const tab = open("sessionStorage");
  const lasting = secret && window.crypto?.subtle ? open("localStorage") : null;
  const store = lasting || tab;

  const bytes = (text) => new TextEncoder().encode(text);
  const decoded = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  function encoded(buffer) {
    let signs = "";
    for (const byte of new Uint8Array(buffer)) signs += String.fromCharCode(byte);
    return btoa(signs);
  }

  // ---------- whose it is, and where ----------
  let prefix = lasting ? "" : `kept:${secret.slice(0, 16) || "guest"}:`;
  let derive, seal;
  const ready = (async () => {
    if (!lasting) return;
    const key = await crypto.subtle.importKey("raw", decoded(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    derive = (words) => crypto.subtle.sign("HMAC", key, bytes(words));
    seal = await crypto.subtle.importKey("raw", await derive("seal"), "AES-GCM", false, ["encrypt", "decrypt"]);
    prefix = `kept:${encoded(await derive("who")).slice(0, 22)}:`;
  })();

  const places = new Map(); // name -> the key in the store
  async function placeOf(name) {
    await ready;
    if (!places.has(name)) {
      places.set(name, prefix + (lasting ? encoded(await derive(`name ${name}`)).slice(0, 22) : name));
    }
    return places.get(name);
  }

  // ---------- a record: when it was kept, a number used once, and the text ----------
  const markOf = (record) => record.split(".", 2).join(".");

  async function read(name) {
    const place = await placeOf(name);
    const record = store?.getItem(place);
    if (!record || record === SENT) return null;
    const [at, once, ...rest] = record.split(".");
    if (!lasting) return { mark: `${at}.${once}`, text: rest.join(".") };
    try {
      const how = { name: "AES-GCM", iv: decoded(once), additionalData: bytes(name) };
      const text = new TextDecoder().decode(await crypto.subtle.decrypt(how, seal, decoded(rest[0])));
      return { mark: `${at}.${once}`, text };
    } catch {
      return null; // another key of the site, or not ours
    }
  }

  // Returns the mark of the record, or nothing where it could not be kept.
  async function write(name, text) {
    const place = await placeOf(name);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const mark = `${Date.now().toString(36)}.${encoded(iv)}`;
    try {
      const how = { name: "AES-GCM", iv, additionalData: bytes(name) };
      const body = lasting ? encoded(await crypto.subtle.encrypt(how, seal, bytes(text))) : text;
      store.setItem(place, `${mark}.${body}`);
      return mark;
    } catch {
      return ""; // the store is full, or there is none
    }
  }

  // Forget a record, if it is still the one with this mark; with `sent` the other tabs forget it too.
  async function drop(name, mark, sent = false) {
    const place = await placeOf(name);
    const record = store?.getItem(place);
    if (!record || (mark && markOf(record) !== mark)) return;
    if (sent) store.setItem(place, SENT);
    store.removeItem(place);
  }

  // Tell of what another tab keeps or has sent, by name.
  function watch(tell) {
    addEventListener("storage", (event) => {
      if (event.storageArea !== store || !event.newValue) return;
      for (const [name, place] of places) if (place === event.key) tell(name, event.newValue === SENT);
    });
  }

  // ---------- what goes ----------
  function clear(box, goes) {
    for (const key of Object.keys(box || {})) {
      if (key.startsWith("kept:") && goes(key, box.getItem(key) || "")) box.removeItem(key);
    }
  }
  const old = (_key, record) => !(Math.abs(Date.now() - parseInt(record, 36)) < AGE);
  clear(tab, old);
  clear(open("localStorage"), old);

  const left = tab?.getItem(LEAVING);
  tab?.removeItem(LEAVING);
  if (left && !secret && !("error" in document.body.dataset)) {
    for (const box of [tab, open("localStorage")]) clear(box, (key) => key.startsWith(left));
  }
  document.addEventListener("submit", (event) => {
    if (event.target.matches("form[data-leaves]") && prefix) tab?.setItem(LEAVING, prefix);
  });

  return { lasting: Boolean(lasting), ready, who: () => prefix, read, write, drop, watch };
})();
