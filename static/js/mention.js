"use strict";
// Typing @ in a game's thread offers the nicknames of its seats, as they stand on the page: the living first.
// Arrows choose, Enter or a tap puts the name in, Escape leaves it be. The names take the place of the
// toolbar, above the words, where no keyboard of a phone hides them.
(() => {
  const MOST = 6;
  const LONGEST = 32; // of a nickname
  const TYPED = new RegExp(`(?:^|[^\\p{L}\\p{N}_@.])@([^\\n@]{0,${LONGEST}})$`, "u");
  // Latin letters that look like Russian ones (common/names.py joins them too)
  const ALIKE = Object.fromEntries([..."abcehkmoptxy"].map((sign, at) => [sign, "авсенкмортху"[at]]));

  const fold = (text) => text.normalize("NFKC").toLowerCase().replace(/ё/g, "е").replace(/[a-z]/g, (sign) => ALIKE[sign] || sign).trimStart();

  function fits(name, typed) {
    const folded = fold(name);
    return folded.startsWith(typed) || folded.split(/[ _.'-]+/).some((word) => word.startsWith(typed));
  }

  function names() {
    const seats = [...document.querySelectorAll("#seats li:not(.is-me) .nick")];
    return [...new Set(seats.map((seat) => seat.textContent.trim()))];
  }

  let open = null; // {field, list, at, found, active}
  let left = -1; // where the @ stands that is not to be asked about any more

  function close() {
    if (!open) return;
    const { field, list } = open;
    open = null;
    list.hidden = true;
    list.replaceChildren();
    const bar = list.parentElement.querySelector("[role=group]");
    if (bar) bar.hidden = false;
    field.removeAttribute("aria-activedescendant");
    field.removeAttribute("aria-controls");
  }

  function draw() {
    const { field, list, found, active } = open;
    const options = found.map((name, at) => {
      const option = document.createElement("button");
      option.type = "button";
      option.tabIndex = -1;
      option.id = `${list.id}-${at}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", String(at === active));
      option.textContent = name;
      return option;
    });
    list.replaceChildren(...options);
    list.hidden = false;
    const bar = list.parentElement.querySelector("[role=group]");
    if (bar) bar.hidden = true;
    field.setAttribute("aria-controls", list.id);
    field.setAttribute("aria-activedescendant", options[active].id);
    options[active].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function look(field) {
    const list = field.closest(".box")?.querySelector("[role=listbox]");
    const end = field.selectionStart;
    const typed = list && end === field.selectionEnd ? TYPED.exec(field.value.slice(0, end)) : null;
    if (!typed) {
      left = -1;
      close();
      return;
    }
    const at = end - typed[1].length - 1;
    const found = at === left ? [] : names().filter((name) => fits(name, fold(typed[1]))).slice(0, MOST);
    if (!found.length) {
      close();
      return;
    }
    if (open && open.field !== field) close();
    open = { field, list, at, found, active: 0 };
    draw();
  }

  function choose(active) {
    const { field, at, found } = open;
    const end = field.selectionStart;
    left = at;
    close();
    window.composer.put(field, `@${found[active]}${field.value[end] === " " ? "" : " "}`, at, end);
  }

  const isField = (target) => target.matches?.("form.composer textarea") && document.getElementById("seats");

  document.addEventListener("input", ({ target }) => { if (isField(target)) look(target); });
  document.addEventListener("click", ({ target }) => {
    const option = target.closest("[role=listbox] [role=option]");
    if (option && open) choose([...open.list.children].indexOf(option));
    else if (isField(target)) look(target);
  });
  document.addEventListener("keyup", ({ key, target }) => {
    if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(key) && isField(target)) look(target);
  });
  document.addEventListener("keydown", (event) => {
    if (!open || event.target !== open.field || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      open.active = (open.active + step + open.found.length) % open.found.length;
      draw();
    } else if (event.key === "Enter") choose(open.active);
    else if (event.key === "Escape") {
      left = open.at;
      close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  // A press on a name leaves the cursor where it is.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("[role=listbox] [role=option]")) event.preventDefault();
  });
  document.addEventListener("focusout", ({ target }) => { if (open && target === open.field) close(); });
})();
