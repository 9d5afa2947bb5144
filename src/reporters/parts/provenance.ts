import type { Report } from '../../domain/report.ts'
import type { Testbed } from '../../domain/testbed.ts'
import { code, joined, link, say, type Content } from '../content.ts'
import { part, type Part } from '../part.ts'
import type { Whereabouts } from '../whereabouts.ts'
import { commitName, firstFew } from './words.ts'

/** What was measured, on what, and by which rules. */
export function provenance(report: Report, whereabouts: Whereabouts): Part {
  const lines = [headLine(report, whereabouts), testbedLine(report.testbed), yardstickLine(report.yardstick)]
  return part({ title: null, importance: 0, lead: lines })
}

function headLine({ head, runId }: Report, { runUrl }: Whereabouts): Content {
  const run = runUrl === null ? say`run ${code(runId)}` : say`${link('run', runUrl)} ${code(runId)}`
  return say`Measured: ${code(head.ref)} at ${commitName(head.commit)}, ${run}.`
}

function testbedLine(testbed: Testbed): Content {
  const facts = [
    deviceText(testbed),
    ...(testbed.driverVersion === null ? [] : [say`driver ${testbed.driverVersion}`]),
    ...(testbed.cudaVersion === null ? [] : [say`CUDA ${testbed.cudaVersion}`]),
    testbed.cpuCores > 0 ? say`${testbed.cpuModel}, ${testbed.cpuCores} cores` : say`CPU ${testbed.cpuModel}`,
  ]
  return say`Testbed: ${code(testbed.id)} (${joined(facts, ', ')}).`
}

function deviceText({ devices, deviceKind }: Testbed): Content {
  if (deviceKind === 'cpu') return say`no GPU, ${devices.length} cores used`
  if (devices.length === 0) return say`no GPU`
  const models = [...Map.groupBy(devices, (device) => device.model)]
  return firstFew(models.map(([model, same]) => say`${same.length} × ${model}`))
}

function yardstickLine(yardstick: Report['yardstick']): Content {
  const { ruleSet } = yardstick
  const set = ruleSet === undefined ? say`` : say` with rule set ${code(ruleSet)}`
  const rules = say`${code(yardstick.path)} (sha256 ${code(yardstick.sha256.slice(0, 12))})${set}`
  switch (yardstick.origin) {
    case 'base':
      return say`Yardstick: ${rules} as it stands on the base side at ${commitName(yardstick.commit)}.`
    case 'head':
      return say`Yardstick: ${rules} as this head brings it at ${commitName(yardstick.commit)}: read it before you trust the verdict, it cannot vouch for itself.`
    case 'local':
      return say`Yardstick: ${rules} as it lies on this machine.`
    default:
      return yardstick.origin satisfies never
  }
}
