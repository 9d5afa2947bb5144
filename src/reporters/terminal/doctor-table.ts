import { doctorAreas, type Diagnosis, type DoctorFinding, type DoctorLevel } from '../../domain/doctor/finding.ts'
import { toPlainText, sentenceLength } from './plain.ts'
import { fitWidths, measureColumns, formatRowLines, wrap } from './layout.ts'

/** Width in cells, and whether to use color codes. */
export type DoctorTableOptions = { readonly columns: number; readonly color: boolean }

const colors: Readonly<Record<DoctorLevel, string>> = {
  ok: '\u001B[32m',
  warn: '\u001B[33m',
  fail: '\u001B[31m',
  unknown: '\u001B[33m',
}
const plainColor = '\u001B[0m'
const widestSubject = 34
const indent = '    '

/** Renders the findings of `doctor` by area, with a remedy below each that is not ok. */
export function renderDoctor(diagnosis: Diagnosis, options: DoctorTableOptions): string {
  const subject = Math.min(widestSubject, Math.max(1, ...diagnosis.findings.map((item) => formatSubject(item).length)))
  const areas = doctorAreas.flatMap((area) => {
    const own = diagnosis.findings.filter((finding) => finding.area === area)
    return own.length === 0
      ? []
      : [[area, ...own.flatMap((finding) => formatFinding(finding, subject, options))].join('\n')]
  })
  return [formatHeading(diagnosis), ...areas].join('\n\n')
}

function formatHeading({ verdict, counts }: Diagnosis): string {
  const parts = (['fail', 'warn', 'unknown', 'ok'] as const).map((level) => `${counts[level]} ${level}`)
  return `warpgauge doctor: ${verdict} (${parts.join(', ')})`
}

function formatFinding(finding: DoctorFinding, subject: number, { columns, color }: DoctorTableOptions): string[] {
  const { level, sentence, mend } = finding
  const cells = [level, formatSubject(finding), toPlainText(sentence, sentenceLength * 2)]
  const [, , natural = 1] = measureColumns([cells])
  const space = columns - indent.length / 2
  const widths = fitWidths(['unknown'.length, subject, natural], space).with(0, 'unknown'.length)
  const paint = (text: string, column: number): string =>
    color && column === 0 && text.trim() !== '' ? `${colors[level]}${text}${plainColor}` : text
  const row = formatRowLines(cells, widths, [false, false, false], paint)
  const mends = mend === null ? [] : wrap(`→ ${toPlainText(mend, sentenceLength)}`, columns - indent.length * 3 + 1)
  return [
    ...row.map((line) => `  ${line}`),
    ...mends.map((line, index) => `${' '.repeat(11)}${index === 0 ? '' : '  '}${line}`),
  ]
}

function formatSubject({ subject }: DoctorFinding): string {
  return toPlainText(subject)
}
