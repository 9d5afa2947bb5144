import type { Command } from 'commander'
import type { ExitCode } from './exit-code.ts'

/** `warpgauge judge`: gives other programs access to the detectors through JSON lines. */
export function addJudge(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('judge')
    .description(
      'Judge cases given as JSON lines on stdin: a pair of sample lists, or a series to find change points in. ' +
        'One JSON line per case on stdout, in the same order',
    )
    .addHelpText('after', help)
    .action(async () => {
      const { judgeStream } = await import('./judge-stream.ts')
      exit(await judgeStream())
    })
}

const help = `
Cases (all but kind, base, head and values may be absent; unknown fields are ignored):
  {"id":1,"kind":"pair","base":[..],"head":[..],"unit":"s","lower_is_better":true,"min_effect":0.03,
   "clear_effect":0.05,"widen":false,"confirm":"default|exact","design":"interleaved|blocked|stored","history":[[..],[..]],"max_runs":10}
  {"id":2,"kind":"series","values":[..],"min_effect":0.03}
Answers:
  {"id":1,"verdict":"regression|improvement|unchanged|inconclusive","effect":..,"interval":[..,..],"resolution":..,"excluded":..,
   "reason":".."}
   unchanged: a slowdown of clear_effect (absent: min_effect) is ruled out; with widen, when more runs cannot help, one of
   the resolution. excluded: the smallest slowdown that is ruled out
  {"id":2,"changepoints":[..],"changes":[{"at":..,"from":..,"to":..,"effect":..,"interval":[..,..],"status":"candidate|confirmed"}]}
   changepoints: index, from 0, of the first value of each new level. changes: the same one by one, with the first and last
   index where the step may as well lie, its size as a share of the old level, and whether enough values bear it out
A line that cannot be read is answered with {"id","error"} and the rest goes on, so the exit code is 0 once all of the
input was read; look into the lines for errors. A line holds at most 16 Mi characters.`
