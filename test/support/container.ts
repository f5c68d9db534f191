/**
 * The container as its Dockerfile says, without a daemon: what the base brings (the libraries that the program names, authorities, two
 * users), what is copied, and namespaces around it, as `docker run --read-only --network none` makes them.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { freshFolder } from './program.ts'

export interface Instruction {
  name: string
  value: string
}

/** Of the file: a line each, as ours has no others. */
export const dockerfile = (path: string): Instruction[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ name: line.split(' ')[0]!, value: line.slice(line.indexOf(' ') + 1) }))

export interface Ran {
  exitCode: number | undefined
  stdout: string
  stderr: string
}

interface Container {
  /** Its root, as it lies there. */
  folder: string
  /** A folder of the host, at /work there. */
  work: string
  run: (...args: string[]) => Promise<Ran>
}

const authorities = '/etc/ssl/certs/ca-certificates.crt'

export function container(instructions: readonly Instruction[], context: Readonly<Record<string, string>>): Container {
  const [folder, work] = [freshFolder(), freshFolder()]
  const put = (from: string, to: string, mode = 0o755): void => {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    copyFileSync(from, join(folder, to))
    chmodSync(join(folder, to), mode)
  }
  const valuesOf = (wanted: string): string[] => instructions.filter(({ name }) => name === wanted).map(({ value }) => value)
  for (const name of ['proc', 'dev', 'etc', 'tmp', 'work']) mkdirSync(join(folder, name))
  for (const copy of valuesOf('COPY')) {
    const [, mode, from = '', to = ''] = /^--chmod=(\d+) (\S+) (\S+)$/.exec(copy) ?? []
    put(context[from]!, to, parseInt(mode!, 8))
    for (const [library] of execFileSync('ldd', [context[from]!], { encoding: 'utf8' }).matchAll(/\/\S+/g)) put(library, library)
  }
  put(authorities, authorities, 0o644)
  writeFileSync(
    join(folder, 'etc/passwd'),
    'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n',
  )
  for (const path of [folder, work]) chmodSync(path, 0o777)
  const [user, entry] = [valuesOf('USER').at(-1)!, JSON.parse(valuesOf('ENTRYPOINT').at(-1)!) as string[]]
  const environment = ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...valuesOf('ENV')]
  const enter = [
    'ip link set lo up 2>/dev/null || busybox ip link set lo up',
    'mount --bind "$1" "$1"',
    'mount --bind "$2" "$1/work"',
    ...valuesOf('VOLUME').flatMap((value) =>
      (JSON.parse(value) as string[]).map((path) => `mount -t tmpfs -o mode=1777 volume "$1${path}"`),
    ),
    'mount -o remount,bind,ro "$1"',
    'mount -t proc proc "$1/proc"',
    'mount -t tmpfs dev "$1/dev"',
    'mknod -m 666 "$1/dev/null" c 1 3',
    'mknod -m 444 "$1/dev/urandom" c 1 9',
    'mount -o remount,ro "$1/dev"',
    `root=$1; shift 2; exec /usr/bin/env -i ${environment.join(' ')} /usr/sbin/chroot --userspec=${user} --groups= "$root" ${entry.join(' ')} "$@"`,
  ]
  return {
    folder,
    work,
    run: async (...args) => {
      const words = ['--mount', '--net', '--pid', '--fork', '/bin/sh', '-euc', enter.join('\n'), 'sh', folder, work, ...args]
      const { exitCode, stdout, stderr } = await execa('unshare', words, { reject: false })
      return { exitCode, stdout, stderr }
    },
  }
}
