# Reports stages, metrics and progress of a shell script to warpgauge. Source this file; POSIX sh and bash.
#
# Does nothing unless the environment variable WARPGAUGE_EVENTS names a file, as it does during a measurement.
# Background jobs may report at the same time. Errors of the file system never reach the script. License: MIT.

# warpgauge_stage NAME COMMAND… runs the command as a stage and returns its exit code. A command that fails leaves the
# stage without a time.
warpgauge_stage() {
  if [ -z "${WARPGAUGE_EVENTS:-}" ]; then
    shift
    "$@"
    return
  fi
  warpgauge_stage_start "$1"
  _warpgauge_run "$@"
  set -- "$1" "$?"
  if [ "$2" -eq 0 ]; then warpgauge_stage_end "$1"; else warpgauge_stage_fail "$1"; fi
  return "$2"
}

# warpgauge_stage_start NAME and warpgauge_stage_end NAME are the ends of a stage; warpgauge_stage_fail ends one that
# did not complete its work.
warpgauge_stage_start() { [ -z "${WARPGAUGE_EVENTS:-}" ] || _warpgauge_write_stage stage-start "$1" ''; }
warpgauge_stage_end() { [ -z "${WARPGAUGE_EVENTS:-}" ] || _warpgauge_write_stage stage-end "$1" ''; }
warpgauge_stage_fail() { [ -z "${WARPGAUGE_EVENTS:-}" ] || _warpgauge_write_stage stage-end "$1" ',"failed":true'; }

# warpgauge_metric NAME VALUE UNIT [lower|higher] reports a figure; times, bytes and rates need no direction. With a value
# that is no number the metric has failed.
warpgauge_metric() {
  if [ -z "${WARPGAUGE_EVENTS:-}" ]; then return 0; fi
  _warpgauge_set_number "$2" || _warpgauge_number=null
  _warpgauge_escape "$1"
  set -- "\"name\":\"$_warpgauge_text\"" "$3" "${4:-}"
  _warpgauge_escape "$2"
  _warpgauge_write metric "$1,\"unit\":\"$_warpgauge_text\",\"value\":$_warpgauge_number${3:+,\"betterWhen\":\"$3\"}"
}

# warpgauge_progress DONE [TOTAL] reports how much of the work is done, in any unit. warpgauge adds up the ranks.
warpgauge_progress() {
  if [ -z "${WARPGAUGE_EVENTS:-}" ] || ! _warpgauge_set_number "$1"; then return 0; fi
  set -- "\"done\":$_warpgauge_number" "${2:-}" "${RANK:-${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-${SLURM_PROCID:-}}}}"
  if _warpgauge_set_number "$2"; then set -- "$1,\"total\":$_warpgauge_number" '' "$3"; fi
  case $3 in '' | *[!0-9]*) ;; *) set -- "$1,\"rank\":\"$3\"" ;; esac
  _warpgauge_write progress "$1"
}

# The command keeps the variables, directory and `set -e` of the script: no subshell and no condition around it.
_warpgauge_run() {
  shift
  "$@"
}

_warpgauge_write_stage() {
  _warpgauge_escape "$2"
  _warpgauge_write "$1" "\"stage\":\"$_warpgauge_text\"$3"
}

# Appends one event. A single write per line keeps lines of several processes apart.
_warpgauge_write() {
  _warpgauge_set_time
  { printf '{"t":%s,"event":"%s",%s}\n' "$_warpgauge_time" "$1" "$2" >>"$WARPGAUGE_EVENTS"; } 2>/dev/null || :
}

# Unix time in seconds. bash 5 has it in a variable, with the decimal separator of the locale; date is a process.
_warpgauge_set_time() {
  if [ -n "${EPOCHREALTIME:-}" ]; then
    _warpgauge_time=${EPOCHREALTIME%[!0-9]*}.${EPOCHREALTIME#*[!0-9]}
    return
  fi
  _warpgauge_time=$(date +%s.%N)
  case $_warpgauge_time in *[!0-9.]*) _warpgauge_time=$(date +%s) ;; esac
}

# Content of a JSON string.
_warpgauge_escape() {
  case $1 in
    *[[:cntrl:]\\\"]*) _warpgauge_text=$(printf '%s' "$1" | tr '[:cntrl:]' ' ' | sed 's/[\\"]/\\&/g') ;;
    *) _warpgauge_text=$1 ;;
  esac
}

# A number as JSON writes it; fails for anything else.
_warpgauge_set_number() {
  case $1 in '' | *[!0-9.eE+-]* | *[!0-9.]) return 1 ;; esac
  _warpgauge_number=$(LC_ALL=C awk -v number="$1" 'BEGIN { printf "%.15g", number }') || return 1
  case $_warpgauge_number in '' | *[!0-9.e+-]*) return 1 ;; esac
}
