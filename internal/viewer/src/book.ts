// The script of the documents' pages: it searches them, in texts that lie beside
// the pages as scripts, and filters long tables. Without it the pages are read as
// they are.

type Passage = [page: number, id: string, heading: string, text: string];
interface Texts { pages: [title: string, address: string][]; passages: Passage[] }
interface Found { title: string; heading: string; address: string; text: string; score: number }

const most = 30;
const chinese = document.documentElement.lang.startsWith("zh");
const up = document.documentElement.dataset.up ?? "";
const languages = chinese ? ["zh-CN", "en"] : ["en"];
const words = chinese
  ? { none: "没有找到", found: (n: number) => `找到 ${n} 处`, first: `，显示前 ${most} 处`, filter: "筛选表格", rows: (n: number, of: number) => `${of} 行中的 ${n} 行`, failed: "搜索文本无法加载" }
  : { none: "Nothing is found", found: (n: number) => `${n} found`, first: `, the first ${most} are shown`, filter: "Filter the table", rows: (n: number, of: number) => `${n} of ${of} rows`, failed: "The texts cannot be loaded" };

/** Loads the texts of a language once. */
const loaded = new Map<string, Promise<Texts>>();
function load(language: string): Promise<Texts> {
  let texts = loaded.get(language);
  texts ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${up}search.${language}.js`;
    script.onload = () => resolve((globalThis as unknown as { evsimBook: Record<string, Texts> }).evsimBook[language]!);
    script.onerror = () => { loaded.delete(language); reject(new Error(script.src)); };
    document.head.append(script);
  });
  loaded.set(language, texts);
  return texts;
}

/** What is searched for: words, all of which a passage must have. */
const asked = (text: string) => [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, 12);

/** Finds passages with all words, the ones that are about them first, and of those the shortest. */
function find(texts: Texts, want: string[]): Found[] {
  const found: Found[] = [];
  for (const [page, id, heading, text] of texts.passages) {
    const [title, address] = texts.pages[page]!;
    const in1 = id.toLowerCase(), in2 = heading.toLowerCase(), in3 = title.toLowerCase(), in4 = text.toLowerCase();
    let score = 0;
    for (const word of want) {
      const here = (in1 === word || in2 === word ? 60 : 0) + (in2.includes(word) ? 12 : 0) + (in3.includes(word) ? 6 : 0)
        + (in4.includes(word) ? 2 : 0) + (` ${in4} `.includes(` ${word} `) ? 2 : 0);
      if (here === 0) { score = 0; break; }
      score += here;
    }
    if (score > 0) found.push({ title, heading, address: id ? `${address}#${id}` : address, text, score });
  }
  return found.sort((a, b) => b.score - a.score || a.text.length - b.text.length);
}

/** The words around the first that is asked for, with all of these marked. */
function excerpt(text: string, want: string[]): Node[] {
  const lower = text.toLowerCase();
  const at = Math.max(0, Math.min(...want.map((w) => lower.indexOf(w)).filter((i) => i >= 0), text.length) - 50);
  const begin = at === 0 ? 0 : text.indexOf(" ", at) + 1 || at;
  const shown = text.slice(begin, begin + 170);
  const parts: Node[] = [document.createTextNode(begin > 0 ? "… " : "")];
  let rest = 0;
  while (rest < shown.length) {
    let next = shown.length, length = 0;
    for (const w of want) {
      const i = shown.toLowerCase().indexOf(w, rest);
      if (i >= 0 && i < next) { next = i; length = w.length; }
    }
    parts.push(document.createTextNode(shown.slice(rest, next)));
    if (length > 0) {
      const mark = document.createElement("mark");
      mark.textContent = shown.slice(next, next + length);
      parts.push(mark);
    }
    rest = next + length;
    if (length === 0) break;
  }
  if (begin + 170 < text.length) parts.push(document.createTextNode(" …"));
  return parts;
}

function item(f: Found, want: string[]): HTMLLIElement {
  const li = document.createElement("li"), a = document.createElement("a"), of = document.createElement("span"), words = document.createElement("p");
  a.href = up + f.address;
  a.textContent = f.heading || f.title;
  of.textContent = f.title;
  if (f.heading && f.heading !== f.title) a.append(" ", of);
  words.append(...excerpt(f.text, want));
  li.append(a, words);
  return li;
}

function searches(input: HTMLInputElement, status: HTMLElement, list: HTMLOListElement): void {
  let turn = 0;
  const close = () => { list.replaceChildren(); status.textContent = ""; };
  const search = async () => {
    const mine = ++turn, want = asked(input.value);
    if (want.length === 0) { close(); return; }
    try {
      const texts = await Promise.all(languages.map(load));
      if (mine !== turn) return;
      const found = texts.flatMap((t) => find(t, want));
      list.replaceChildren(...found.slice(0, most).map((f) => item(f, want)));
      status.textContent = found.length === 0 ? words.none : words.found(found.length) + (found.length > most ? words.first : "");
    } catch {
      if (mine === turn) { close(); status.textContent = words.failed; }
    }
  };
  const move = (by: number) => {
    const stops = [input, ...list.querySelectorAll("a")];
    const next = stops[stops.indexOf(document.activeElement as HTMLAnchorElement) + by];
    next?.focus();
  };
  input.disabled = false;
  input.addEventListener("input", () => void search());
  input.closest("search")!.addEventListener("keydown", (e) => {
    const { key } = e as KeyboardEvent;
    if (key === "ArrowDown" || key === "ArrowUp") { e.preventDefault(); move(key === "ArrowDown" ? 1 : -1); }
    if (key === "Enter" && document.activeElement === input) list.querySelector("a")?.click();
    if (key === "Escape") { turn++; input.value = ""; close(); input.focus(); }
  });
  list.addEventListener("click", (e) => { if ((e.target as Element).closest("a")) { turn++; input.value = ""; close(); } });
  document.addEventListener("keydown", (e) => {
    const typing = (e.target as Element).closest("input, textarea, select");
    if (e.key === "/" && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) { e.preventDefault(); input.focus(); }
  });
}

/** Puts a field above a long table, which leaves the rows with all its words. */
function filtered(wide: Element): void {
  const rows = [...wide.querySelectorAll<HTMLTableRowElement>("tbody tr")];
  if (rows.length < 16) return;
  const texts = rows.map((row) => row.innerText.toLowerCase());
  const label = document.createElement("label"), input = document.createElement("input"), status = document.createElement("span");
  label.className = "filter";
  input.type = "search";
  status.setAttribute("role", "status");
  label.append(words.filter, " ", input, " ", status);
  input.addEventListener("input", () => {
    const want = asked(input.value);
    let left = 0;
    rows.forEach((row, i) => { row.hidden = !want.every((w) => texts[i]!.includes(w)); if (!row.hidden) left++; });
    status.textContent = want.length > 0 ? words.rows(left, rows.length) : "";
  });
  wide.before(label);
}

searches(document.querySelector("#book-search")!, document.querySelector("#book-found")!, document.querySelector("#book-results")!);
document.querySelectorAll("main .wide").forEach(filtered);
