/** A figure keeps its unit and its sign of comparison on one line, where a narrow column would part them. */
export function preventBreaks(cell: string): string {
  return cell.replaceAll(/(?<=\d) (?!→|to |\()|(?<=^(?:[<≤≥>=]|&lt;|&gt;)) (?=[\d.])/g, '\u00A0')
}
