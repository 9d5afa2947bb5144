import { describeUnknownPlaceholders } from './placeholders.ts'
import type { Problem } from './problem.ts'
import type { ValidParts } from './valid-parts.ts'

/** Checks a launcher against the commands it starts and the suites that choose its number of nodes. */
export function checkLauncher(parts: ValidParts): Problem[] {
  return [...checkNodeCounts(parts), ...checkLaunchedCommands(parts)]
}

function checkNodeCounts({ pipeline, suites }: ValidParts): Problem[] {
  const most = pipeline?.launcher?.nodes ?? 1
  return (suites.scaling?.nodes ?? []).flatMap((nodes, index): Problem[] => {
    if (nodes <= most) return []
    const text = `${nodes} nodes are more than pipeline.launcher.nodes (${most}); set it to the nodes of the allocation`
    return [{ path: ['suites', 'scaling', 'nodes', index], at: 'value', text }]
  })
}

function checkLaunchedCommands({ pipeline, revisions }: ValidParts): Problem[] {
  if (!pipeline?.launcher) return []
  const { launcher } = pipeline
  const path = ['pipeline', 'launcher']
  if (launcher.kind === 'custom') return checkPlaceholders(launcher.command, [...path, 'command'])
  const hasNoStarter = launcher.kind === 'torchrun' && launcher.nodes > 1 && launcher.startedBy === undefined
  return [
    ...checkPlaceholders(launcher.args, [...path, 'args']),
    ...(hasNoStarter
      ? [{ path, at: 'value', text: 'torchrun must start on every node; set startedBy to srun or mpirun' } as const]
      : []),
    ...(launcher.kind === 'torchrun' ? checkPython(pipeline.command, ['pipeline', 'command', 0]) : []),
    ...(launcher.kind === 'torchrun'
      ? Object.entries(revisions).flatMap(([name, revision]) =>
          checkPython(revision?.command ?? [], ['revisions', name, 'command', 0]),
        )
      : []),
  ]
}

function checkPlaceholders(argv: readonly string[], path: readonly PropertyKey[]): Problem[] {
  return argv.flatMap((argument, index) =>
    describeUnknownPlaceholders(argument).map((text): Problem => ({ path: [...path, index], at: 'value', text })),
  )
}

/** Checks that the command of torchrun does not start with Python: torchrun would use it as the script. */
function checkPython([program = '']: readonly string[], path: readonly PropertyKey[]): Problem[] {
  const isPython = /^(?:.*\/)?python[\d.]*$/.test(program)
  return isPython
    ? [{ path, at: 'value', text: 'torchrun starts Python itself: begin with the script, or with -m' }]
    : []
}
