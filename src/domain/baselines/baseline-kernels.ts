import type { Baseline } from '../../record/baseline.ts'
import type { Testbed } from '../../record/testbed.ts'
import { formatCaseId } from '../core/case.ts'
import type { StoredKernels } from '../kernels/kernel-sections.ts'
import { listConditionDifferences } from './baseline.ts'
import type { HeadCase } from './baseline-comparison.ts'
import { listTestbedDifferences } from '../testbed/testbed.ts'

/**
 * Pairs the kernel tables of a baseline with those of a run. Launches and machine code are equal on every machine of one
 * GPU model, so only the model has to be equal, and not the testbed. `compared`: ids of cases that have a table against
 * their merge base.
 */
export function listStoredKernels(
  baseline: Baseline,
  cases: readonly HeadCase[],
  testbed: Testbed,
  compared: ReadonlySet<string>,
): StoredKernels[] {
  const [before, after] = [baseline.testbed, testbed].map(formatModels)
  const models = before === after ? [] : [`GPU model ${before} → ${after}`]
  const remarks = listTestbedDifferences(baseline.testbed, testbed)
  return baseline.cases.flatMap((stored): StoredKernels[] => {
    const title = formatCaseId({ suite: baseline.suite, ...stored })
    const head = cases.find(({ key }) => formatCaseId(key) === title)
    if (!head) return []
    const differences =
      head.problem === null ? listConditionDifferences(stored.conditions, head.conditions) : [head.problem]
    return [
      {
        title,
        stored: stored.kernels ?? null,
        head: head.kernels ?? null,
        differences: [...models, ...differences],
        remarks,
        isAside: compared.has(title),
      },
    ]
  })
}

function formatModels({ devices }: Testbed): string {
  const names = devices.map(({ model, migProfile }) => (migProfile === null ? model : `${model} ${migProfile}`))
  return [...new Set(names)].toSorted().join(', ')
}
