/** The oldest Node that parses and runs the other modules. */
const neededNode = 24

/**
 * Why this Node cannot run warpgauge, and how to get one that can; null: it can. Entry points ask before they load other
 * modules, which an older Node cannot parse: they and this file use only what Node 16 understands.
 */
export function refuseOldNode(isStep: boolean): string | null {
  const { node } = process.versions
  if (Number(node.split('.')[0]) >= neededNode) return null
  const way = isStep
    ? `run actions/setup-node with node-version: ${neededNode} before this step, or use a runner that has it (GitHub's since 2.327.1)`
    : `install it from https://nodejs.org, or run: npx -p node@${neededNode} node ${process.argv.slice(1).join(' ')}`
  return `warpgauge needs Node ${neededNode} or newer, this is ${node}: ${way}`
}
