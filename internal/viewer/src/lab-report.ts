// A report, made in the page.

/** A text as it may stand in an attribute. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const place = '<script id="document" type="application/octet-stream">';

/** A report with its document, which is letters of base 64, in its place. */
export function reportOf(empty: string, document: string): string {
  const at = empty.indexOf(place);
  if (at < 0 || !/^[A-Za-z0-9+/=]*$/.test(document)) throw new Error("the report has no place for its document");
  return empty.slice(0, at + place.length) + document + empty.slice(at + place.length);
}
