/** Writes `2026-11-20 14:06:29 - logger - INFO - message` to standard output: local time, whole seconds. */
export function log(logger, message) {
  process.stdout.write(`${localTime(new Date())} - reference.${logger} - INFO - ${message}\n`)
}

function localTime(now) {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join('-')
  return `${day} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join(':')}`
}

function twoDigits(number) {
  return String(number).padStart(2, '0')
}
