/** Formats JSON for reviews: indented by two spaces, lists of plain values on one line. */
export function formatReviewedJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  const listOfPlainValues =
    /\[\n\s+((?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null)(?:,\n\s+(?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null))*)\n\s+\]/g
  return `${text.replaceAll(listOfPlainValues, (_, items: string) => `[${items.replaceAll(/,\n\s+/g, ', ')}]`)}\n`
}
