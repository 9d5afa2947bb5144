import { z } from 'zod'

const argument = z.string().min(1).max(4000)
const args = z.array(argument).max(100).default([])

const common = {
  nodes: z.int().min(1).max(4096).default(1).describe('Number of nodes of one run'),
  args: args.describe('Further arguments of the launcher, as a list'),
}
const tasksPerNode = z
  .union([z.int().min(1).max(1024), z.literal('gpu')])
  .default(1)
  .describe('Processes on each node; gpu: one for each GPU of the case')

const srun = z.strictObject({ kind: z.literal('srun'), ...common, tasksPerNode })

const mpirun = z.strictObject({
  kind: z.literal('mpirun'),
  ...common,
  tasksPerNode,
  hostfile: argument.optional().describe('Host file; default: mpirun asks the batch system'),
})

const torchrun = z.strictObject({
  kind: z.literal('torchrun'),
  ...common,
  startedBy: z
    .enum(['srun', 'mpirun'])
    .optional()
    .describe('Launcher that starts torchrun on every node; required for two or more nodes'),
  rendezvous: z
    .string()
    .regex(/^(?:\{host\}|[A-Za-z0-9.-]{1,253}):\d{1,5}$/, 'write host:port; {host} is the node that warpgauge runs on')
    .default('{host}:29500')
    .describe('Rendezvous address of the nodes'),
})

const custom = z.strictObject({
  kind: z.literal('custom'),
  nodes: common.nodes,
  command: z
    .array(argument)
    .min(1)
    .max(100)
    .describe('Argument list before the command; {nodes}, {gpuCount} and {host} are replaced'),
})

/** Launcher of the command on the nodes: an argument list, never interpreted by a shell. */
export const launcher = z.discriminatedUnion('kind', [srun, mpirun, torchrun, custom])
