import { contradictions, faults, systems } from './seed-rows.ts'
import { titlesWithIds, type TestTitle } from './test-titles.ts'

const mostShown = 3

/** `docs/seed-coverage.md` as it follows from the titles of the tests and the words of `seed-rows.ts`. */
export function seedCoveragePage(root: string): string {
  const titles = titlesWithIds(root)
  const held = (id: string): string[] => testsOf(id, titles)
  return [
    ...opening,
    ...section(
      'Systems',
      '| id | system | command that shows it | test that holds it |',
      systems,
      ([id, name, command]) => [id, name, `\`${command}\``, cell(held(id))],
    ),
    ...section(
      'Faults',
      '| id | fault of the earlier attempt | test that would have caught it, or why it cannot occur |',
      faults,
      ([id, fault, reason]) => [id, fault, cell([...(reason ? [reason] : []), ...held(id)])],
    ),
    ...section(
      'Contradictions',
      '| id | question | what settles it | test |',
      contradictions,
      ([id, question, answer]) => [id, question, answer, cell(held(id)) || 'nothing to test'],
    ),
  ].join('\n')
}

const opening = [
  '# What is held by which test',
  '',
  'Made by `npm exec -- node scripts/seed-coverage.ts` from the titles of the tests; the words beside them stand in',
  '`scripts/seed-rows.ts`. `test/unit/seed-coverage.test.ts` fails when this page is stale, a row is empty, or a command is none.',
  'F are the systems that the founding documents ask for, W the faults of the earlier attempt, X where the documents contradict',
  'each other. A test stands here because its title has the id; where many have it, the three most particular ones are shown.',
  '',
]

function section<Row>(title: string, head: string, rows: readonly Row[], cells: (row: Row) => string[]): string[] {
  const rule = head.replaceAll(/[^|]+/g, ' :- ')
  return [`## ${title}`, '', head, rule, ...rows.map((row) => `| ${cells(row).join(' | ')} |`), '']
}

/** A title that names few rows is about them; one that names many touches them. */
function testsOf(id: string, titles: readonly TestTitle[]): string[] {
  const own = titles.filter(({ ids }) => ids.includes(id)).toSorted((one, other) => one.ids.length - other.ids.length)
  const shown = own
    .slice(0, mostShown)
    .map(({ file, title }) => `[${file.slice('test/'.length)}](../${file}): ${escaped(title)}`)
  const rest = own.length - shown.length
  return rest > 0 ? [...shown, `and ${rest} more`] : shown
}

function cell(parts: readonly string[]): string {
  return parts.join('<br>')
}

function escaped(text: string): string {
  return text.replaceAll(/[|\\`*<>[\]$]/g, String.raw`\$&`)
}
