import { doctorAreas, type Diagnosis, type DoctorFinding, type DoctorLevel } from '../../domain/doctor/finding.ts'
import { plainText, sentenceLength } from '../visible-text.ts'
import { fittingWidths, naturalWidths, tableRowLines, wrap } from './layout.ts'

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

/** What `doctor` found, area by area; below each line that is not ok stands what mends it. */
export function renderDoctor(diagnosis: Diagnosis, options: DoctorTableOptions): string {
  const subject = Math.min(widestSubject, Math.max(1, ...diagnosis.findings.map((item) => shown(item).length)))
  const areas = doctorAreas.flatMap((area) => {
    const own = diagnosis.findings.filter((finding) => finding.area === area)
    return own.length === 0 ? [] : [[area, ...own.flatMap((finding) => lines(finding, subject, options))].join('\n')]
  })
  return [heading(diagnosis), ...areas].join('\n\n')
}

function heading({ verdict, counts }: Diagnosis): string {
  const parts = (['fail', 'warn', 'unknown', 'ok'] as const).map((level) => `${counts[level]} ${level}`)
  return `warpgauge doctor: ${verdict} (${parts.join(', ')})`
}

function lines(finding: DoctorFinding, subject: number, { columns, color }: DoctorTableOptions): string[] {
  const { level, sentence, mend } = finding
  const cells = [level, shown(finding), plainText(sentence, sentenceLength * 2)]
  const [, , natural = 1] = naturalWidths([cells])
  const room = columns - indent.length / 2
  const widths = fittingWidths(['unknown'.length, subject, natural], room).with(0, 'unknown'.length)
  const paint = (text: string, column: number): string =>
    color && column === 0 && text.trim() !== '' ? `${colors[level]}${text}${plainColor}` : text
  const row = tableRowLines(cells, widths, [false, false, false], paint)
  const mends = mend === null ? [] : wrap(`→ ${plainText(mend, sentenceLength)}`, columns - indent.length * 3 + 1)
  return [
    ...row.map((line) => `  ${line}`),
    ...mends.map((line, index) => `${' '.repeat(11)}${index === 0 ? '' : '  '}${line}`),
  ]
}

function shown({ subject }: DoctorFinding): string {
  return plainText(subject)
}
