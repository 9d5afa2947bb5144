import { describe, expect, it } from 'vitest'
import { findLauncherTrouble } from '../../../../src/adapters/launcher-messages.ts'

// Printed by Slurm 22.05 and Open MPI 4.1 on two nodes.
const lost = `srun: error: Node failure on node-b
srun: error: node-a: task 0: Killed
srun: launch/slurm: _step_signal: Terminating StepId=4.0
srun: Force Terminated StepId=4.0
`
const cancelled = `slurmstepd-node-a: error: *** STEP 1.0 ON node-a CANCELLED AT 2026-11-22T16:05:35 ***
srun: Job step aborted: Waiting up to 4 seconds for job step to finish.
srun: error: node-b: task 1: Killed
srun: launch/slurm: _step_signal: Terminating StepId=1.0
srun: error: node-a: task 0: Killed
`
// The messages of srun and of the nodes come by different ways, so their order varies.
const cancelledLate = `srun: Job step aborted: Waiting up to 4 seconds for job step to finish.
srun: error: node-b: task 1: Killed
srun: launch/slurm: _step_signal: Terminating StepId=5.1
slurmstepd-node-a: error: *** STEP 5.1 ON node-a CANCELLED AT 2026-11-22T17:20:35 ***
srun: error: node-a: task 0: Killed
`
const failedTask = `srun: error: node-b: task 1: Exited with exit code 1
srun: launch/slurm: _step_signal: Terminating StepId=1.1
slurmstepd-node-a: error: *** STEP 1.1 ON node-a CANCELLED AT 2026-11-22T16:03:53 ***
srun: error: node-a: task 0: Terminated
srun: Force Terminated StepId=1.1
`
const waited = `srun: Job 2 step creation temporarily disabled, retrying (Requested nodes are busy)
srun: Step created for job 2
`
const drained = `srun: Warning: can't run 1 processes on 2 nodes, setting nnodes to 1
srun: Required node not available (down, drained or reserved)
srun: job 35 queued and waiting for resources
srun: error: Unable to allocate resources: Requested nodes are busy
`
const revoked = `salloc: Granted job allocation 58
salloc: Job allocation 58 has been revoked.
`
const relinquished = `salloc: Granted job allocation 60
salloc: Relinquishing job allocation 60
salloc: Job allocation 60 has been revoked.
`
const lostDaemon = `ORTE has lost communication with a remote daemon.

  HNP daemon   : [[30338,0],0] on node node-a
  Remote daemon: [[30338,0],1] on node node-b
`

const failure = { kind: 'exit-code' } as const

describe('messages of a launcher', () => {
  it.each([
    ['a lost node of Slurm', lost, ['node node-b was lost during the trial']],
    ['a lost node of Open MPI', lostDaemon, ['node node-b was lost during the trial']],
    ['a cancelled step', cancelled, ['Slurm cancelled 1.0']],
    ['a cancelled step whose tasks ended first', cancelledLate, ['Slurm cancelled 5.1']],
    ['a time limit', cancelled.replace(' ***\n', ' DUE TO TIME LIMIT ***\n'), ['Slurm cancelled 1.0 (time limit)']],
    [
      'nodes that are not free',
      'srun: error: Unable to create step for job 2: Requested nodes are busy\n',
      ['srun could not start the trial: Unable to create step for job 2: Requested nodes are busy'],
    ],
    [
      'a node that is drained',
      drained,
      [
        'srun waited for resources (Required node not available (down, drained or reserved)), so its time is not run time',
        'srun could not start the trial: Unable to allocate resources: Requested nodes are busy',
      ],
    ],
    [
      'a request that this cluster cannot fulfil',
      'srun: error: Unable to allocate resources: Requested node configuration is not available\n',
      [],
    ],
    ['an allocation that was cancelled', revoked, ['Slurm cancelled job 58']],
    ['an allocation that ended with its command', relinquished, []],
    ['a task that fails and ends the others', failedTask, []],
    ['a failure of the pipeline alone', 'Traceback (most recent call last):\n', []],
  ])('%s', (_, stderr, sentences) => {
    expect(findLauncherTrouble({ stderr, failure })).toEqual(sentences)
  })

  it('finds a wait and a loss in a trial that succeeded, and no cancellation', () => {
    const sentences = ['srun waited for resources, so its time is not run time']
    expect(findLauncherTrouble({ stderr: waited, failure: null })).toEqual(sentences)
    expect(findLauncherTrouble({ stderr: 'srun: job 7 queued and waiting for resources\n', failure: null })).toEqual(
      sentences,
    )
    expect(findLauncherTrouble({ stderr: lost, failure: null })).toEqual(['node node-b was lost during the trial'])
    expect(findLauncherTrouble({ stderr: cancelled, failure: null })).toEqual([])
    const pending = 'salloc: Pending job allocation 60\nsalloc: job 60 queued and waiting for resources\n'
    expect(findLauncherTrouble({ stderr: pending, failure: null })).toEqual([
      'salloc waited for resources, so its time is not run time',
    ])
    expect(findLauncherTrouble({ stderr: revoked, failure: null })).toEqual(['Slurm cancelled job 58'])
  })

  it('excuses no trial that reached the time limit of its config', () => {
    for (const stderr of [cancelled, revoked])
      expect(findLauncherTrouble({ stderr, failure: { kind: 'timed-out' } })).toEqual([])
  })
})
