// Preloaded into a process whose memory is measured: writes its peak in MiB to the file that BENCH_PEAK names.
'use strict'
const { readFileSync, writeFileSync } = require('node:fs')

function peak() {
  try {
    // What getrusage says on Linux includes the process that started this one.
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024
  } catch {
    return process.resourceUsage().maxRSS / 1024
  }
}

process.on('exit', () => writeFileSync(process.env.BENCH_PEAK, String(peak())))
