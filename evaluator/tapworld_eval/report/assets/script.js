"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const episodes = JSON.parse(byId("episode-data").textContent);
  const images = JSON.parse(byId("image-data").textContent);
  const PAGE = 120;
  const MARKED = "http://www.w3.org/2000/svg";

  // ---- theme -------------------------------------------------------------------------------
  const themes = ["auto", "light", "dark"];
  const root = document.documentElement;
  byId("theme").addEventListener("click", () => {
    const next = themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length];
    root.dataset.theme = next;
    byId("theme").textContent = `Theme: ${next}`;
  });

  // ---- small makers ------------------------------------------------------------------------
  const make = (tag, text, cls) => {
    const node = document.createElement(tag);
    if (text !== undefined && text !== null) node.textContent = text;
    if (cls) node.className = cls;
    return node;
  };
  const fill = (node, ...children) => node.replaceChildren(...children.filter(Boolean));
  const result = (e) => (e.status === "fault" ? "fault" : e.success ? "success" : "failure");
  const badge = (e) => {
    const kind = result(e);
    const words = { fault: "fault", success: "solved", failure: "failed" };
    return make("span", words[kind], `badge ${{ fault: "fault", success: "ok", failure: "no" }[kind]}`);
  };
  const shown = (value) => (value === null ? "NULL" : typeof value === "string" ? value : JSON.stringify(value));

  // ---- list --------------------------------------------------------------------------------
  const form = byId("filters");
  const options = (name, values) => {
    const select = form.elements[name];
    fill(select, ...["", ...values].map((value) => {
      const option = make("option", value ? value.replaceAll("_", " ") : "all");
      option.value = value;
      return option;
    }));
  };
  const distinct = (pick) => [...new Set(episodes.flatMap(pick))].sort();
  options("app", distinct((e) => e.apps));
  options("kind", distinct((e) => [e.kind]));
  options("reason", distinct((e) => e.reasons));
  for (const e of episodes) e.hay = `${e.goal} ${e.configuration} ${e.answer || ""} ${e.agent}`.toLowerCase();

  let listed = [];
  let limit = PAGE;
  const passes = (e) => {
    const f = form.elements;
    const words = f.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    return (f.agent.value === "" || String(e.run) === f.agent.value)
      && (f.app.value === "" || e.apps.includes(f.app.value))
      && (f.kind.value === "" || e.kind === f.kind.value)
      && (f.result.value === "" || result(e) === f.result.value)
      && (f.reason.value === "" || e.reasons.includes(f.reason.value))
      && words.every((word) => e.hay.includes(word));
  };
  const row = (e, index) => {
    const tr = make("tr");
    tr.tabIndex = 0;
    const first = make("td");
    first.append(badge(e));
    const agent = make("td", null, "left");
    agent.append(make("i", null, `dot c${e.run % 8}`), e.agent);
    const goal = make("td", e.goal, "goal");
    tr.append(first, agent, goal, make("td", e.configuration, "cfg"), make("td", `${e.taken}/${e.max_steps}`));
    tr.addEventListener("click", () => open(index));
    tr.addEventListener("keydown", (event) => { if (event.key === "Enter") open(index); });
    return tr;
  };
  const draw = () => {
    listed = episodes.filter(passes);
    byId("count").textContent = `${listed.length} of ${episodes.length}`;
    fill(byId("rows"), ...listed.slice(0, limit).map(row));
    const rest = listed.length - limit;
    byId("more").hidden = rest <= 0;
    byId("more").textContent = `Show ${Math.min(rest, PAGE)} more of ${rest}`;
  };
  form.addEventListener("input", () => { limit = PAGE; draw(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  byId("more").addEventListener("click", () => { limit += PAGE; draw(); });
  for (const button of document.querySelectorAll("[data-reason]")) {
    button.addEventListener("click", () => {
      form.reset();
      form.elements.reason.value = button.dataset.reason;
      limit = PAGE;
      draw();
      byId("episodes").scrollIntoView();
    });
  }
  for (const button of document.querySelectorAll("[data-open]")) {
    button.addEventListener("click", () => {
      const [run, id] = button.dataset.open.split("|");
      form.reset();
      draw();
      open(listed.findIndex((e) => String(e.run) === run && e.id === id));
    });
  }

  // ---- viewer ------------------------------------------------------------------------------
  const viewer = byId("viewer");
  let at = 0;
  let step = 0;
  const current = () => listed[at];
  const frames = (e) => (e.steps ? e.steps.length : 0);

  const say = (action) => {
    if (!action) return "";
    const { action: kind, ...rest } = action;
    const point = (x, y) => `(${Math.round(x)}, ${Math.round(y)})`;
    switch (kind) {
      case "tap": case "double_tap": case "long_press": return `${kind.replace("_", " ")} ${point(rest.x, rest.y)}`;
      case "swipe": return `swipe ${point(rest.x1, rest.y1)} → ${point(rest.x2, rest.y2)}`;
      case "scroll": return `scroll ${rest.direction}`;
      case "type": return `type “${rest.text}”`;
      case "answer": return `answer “${rest.text}”`;
      case "open_app": return `open ${rest.app}`;
      case "wait": return `wait ${rest.ms} ms`;
      default: return kind.replace("_", " ");
    }
  };
  const name = (element) => element && (element.id || element.description || element.text || element.role);

  const drawOverlay = (e, data) => {
    const overlay = byId("overlay");
    const screen = byId("screen");
    overlay.setAttribute("viewBox", `0 0 ${e.screen[0]} ${e.screen[1]}`);
    const box = { left: screen.offsetLeft, top: screen.offsetTop, width: screen.clientWidth, height: screen.clientHeight };
    for (const [key, value] of Object.entries(box)) overlay.style[key] = `${value}px`;
    const svg = (tag, attributes) => {
      const node = document.createElementNS(MARKED, tag);
      for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
      return node;
    };
    const parts = [];
    if (data && data.element && data.element.bounds) {
      const [left, top, right, bottom] = data.element.bounds;
      parts.push(svg("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 8, class: "hit" }));
    }
    const arrow = (x1, y1, x2, y2) => {
      const angle = Math.atan2(y2 - y1, x2 - x1);
      const size = e.screen[0] / 28;
      const corner = (turn) => `${x2 - size * Math.cos(angle + turn)},${y2 - size * Math.sin(angle + turn)}`;
      parts.push(svg("line", { x1, y1, x2, y2, class: "path" }));
      parts.push(svg("polygon", { points: `${x2},${y2} ${corner(0.5)} ${corner(-0.5)}`, class: "head" }));
    };
    const action = data ? data.action : null;
    if (action && action.action === "swipe") arrow(action.x1, action.y1, action.x2, action.y2);
    if (action && action.action === "scroll") {
      const [x, y] = data.point || [e.screen[0] / 2, e.screen[1] / 2];
      const reach = e.screen[1] / 8;
      const [dx, dy] = { down: [0, -reach], up: [0, reach], right: [-reach, 0], left: [reach, 0] }[action.direction];
      arrow(x - dx, y - dy, x + dx, y + dy);
    } else if (data && data.point) {
      parts.push(svg("circle", { cx: data.point[0], cy: data.point[1], r: e.screen[0] / 26, class: "tap" }));
    }
    overlay.replaceChildren(...parts);
  };

  const fit = (e) => {
    // The picture fills the stage without changing its shape.
    const stage = byId("screen").parentElement;
    const ratio = e.screen[0] / e.screen[1];
    const height = Math.min(stage.clientHeight - 12, (stage.clientWidth - 12) / ratio);
    byId("screen").style.height = `${height}px`;
    byId("screen").style.width = `${height * ratio}px`;
  };

  const drawStep = () => {
    const e = current();
    const count = frames(e);
    const data = step < count ? e.steps[step] : null;
    const picture = images[data ? data.image : e.end];
    byId("screen").hidden = !picture;
    byId("noimage").hidden = Boolean(picture);
    if (picture) byId("screen").src = picture;
    byId("screen").alt = data ? `Screen before step ${step + 1}` : "Screen at the end";
    fit(e);
    drawOverlay(e, picture ? data : null);
    const slider = byId("slider");
    slider.max = String(count);
    slider.value = String(step);
    const box = [];
    if (data) {
      box.push(make("p", `Step ${step + 1} of ${count}: ${say(data.action)}`, "what"));
      if (data.element) box.push(make("p", `touches ${name(data.element)}${data.element.text ? ` “${data.element.text.replaceAll("\n", " · ")}”` : ""}`));
      if (data.note) box.push(make("p", data.note, "muted"));
      if (data.action_error) box.push(make("p", `refused: ${data.action_error}`, "err"));
      for (const error of data.script_errors || []) box.push(make("p", `script error: ${error}`, "err"));
      box.push(make("p", `${data.foreground || ""} · agent ${Math.round(data.agent_ms || 0)} ms · phone ${Math.round(data.device_ms || 0)} ms${data.settled === false ? " · not settled" : ""}`, "muted"));
    } else if (e.steps) {
      box.push(make("p", "The end", "what"));
      if (e.agent_error) box.push(make("p", e.agent_error, "err"));
      if (e.answer !== null) box.push(make("p", `answered “${e.answer}”`));
    } else {
      box.push(make("p", "The steps of this episode are not in this page; they are in the run folder.", "muted"));
    }
    fill(byId("step"), ...box);
    [...byId("steps").children].forEach((li, index) => {
      li.className = index === step ? "now" : "";
      if (index === step) li.scrollIntoView({ block: "nearest" });
    });
    history.replaceState(null, "", `#e=${e.run},${encodeURIComponent(e.id)},${step}`);
  };

  const drawVerdict = (e) => {
    const parts = [];
    const list = make("ul");
    for (const clause of e.clauses) {
      list.append(make("li", `${clause.name.replace(/^\d+:/, "")}${clause.detail ? ` — ${clause.detail}` : ""}`, clause.passed ? "pass" : "fail"));
    }
    if (e.agent_error) list.append(make("li", e.agent_error, "fail"));
    parts.push(list);
    if (e.expected) parts.push(make("p", `Answer (${e.expected.type}): expected “${e.expected.expected}”, given “${e.expected.given ?? ""}”.`));
    if (e.collateral.length) {
      parts.push(make("h3", `Collateral damage: ${e.collateral_count} ${e.collateral_count === 1 ? "row" : "rows"}`));
      const table = make("table");
      const head = make("tr");
      head.append(...["table", "change", "key", "columns"].map((text) => make("th", text)));
      table.append(head);
      for (const found of e.collateral) {
        const tr = make("tr");
        const columns = Object.entries(found.columns).map(([key, [before, after]]) => `${key}: ${shown(before)} → ${shown(after)}`);
        tr.append(make("td", `${found.app}.${found.table}`), make("td", found.change), make("td", found.key.join(", ")), make("td", columns.join("; ")));
        table.append(tr);
      }
      parts.push(table);
    }
    for (const fault of e.faults) parts.push(make("p", `Attempt ${fault.attempt + 1} was spoilt by the environment (${fault.kind}): ${fault.message}`, "muted"));
    fill(byId("verdict"), ...parts);
  };

  const drawEpisode = () => {
    const e = current();
    byId("badge").replaceWith(Object.assign(badge(e), { id: "badge" }));
    fill(byId("viewer-agent"), make("i", null, `dot c${e.run % 8}`), document.createTextNode(e.agent));
    byId("viewer-title").textContent = e.goal;
    byId("viewer-configuration").textContent = e.configuration;
    drawVerdict(e);
    const items = (e.steps || []).map((data, index) => {
      const target = name(data.element);
      const li = make("li", `${say(data.action)}${target ? ` · ${target}` : ""}`);
      li.addEventListener("click", () => { step = index; drawStep(); });
      return li;
    });
    fill(byId("steps"), ...items);
    drawStep();
  };
  function open(index, atStep = 0) {
    if (index < 0) return;
    at = index;
    step = Math.min(atStep, frames(current()));
    if (!viewer.open) {
      viewer.showModal();
      byId("slider").focus();
    }
    drawEpisode();
  }
  const move = (by) => { step = Math.max(0, Math.min(frames(current()), step + by)); drawStep(); };
  const turn = (by) => { const next = at + by; if (next >= 0 && next < listed.length) open(next); };
  byId("first").addEventListener("click", () => move(-1e6));
  byId("prev").addEventListener("click", () => move(-1));
  byId("next").addEventListener("click", () => move(1));
  byId("last").addEventListener("click", () => move(1e6));
  byId("up").addEventListener("click", () => turn(-1));
  byId("down").addEventListener("click", () => turn(1));
  byId("close").addEventListener("click", () => viewer.close());
  byId("slider").addEventListener("input", (event) => { step = Number(event.target.value); drawStep(); });
  viewer.addEventListener("close", () => history.replaceState(null, "", "#episodes"));
  viewer.addEventListener("click", (event) => { if (event.target === viewer) viewer.close(); });
  window.addEventListener("resize", () => { if (viewer.open) drawStep(); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (viewer.open) {
      const keys = { ArrowLeft: () => move(-1), ArrowRight: () => move(1), ArrowUp: () => turn(-1), ArrowDown: () => turn(1), Home: () => move(-1e6), End: () => move(1e6) };
      if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
    } else if (event.key === "/" && event.target.tagName !== "INPUT") {
      event.preventDefault();
      form.elements.text.focus();
    }
  });

  draw();
  const link = location.hash.match(/^#e=(\d+),([^,]+),(\d+)$/);
  if (link) open(listed.findIndex((e) => String(e.run) === link[1] && e.id === decodeURIComponent(link[2])), Number(link[3]));
})();
