/** An authority of the test's own, and certificates of it that are wrong in one way each. Made by openssl. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from './program.ts'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

export interface Authority {
  /** For NODE_EXTRA_CA_CERTS. */
  file: string
  /** A certificate for a name or address of its own choice, within dates like `200101000000Z`. */
  issue: (name: string, from?: string, to?: string) => { cert: string; key: string }
}

const settings = (folder: string): string => `
[ca]
default_ca = own
[own]
dir = ${folder}
new_certs_dir = ${folder}
database = ${folder}/index.txt
serial = ${folder}/serial
default_md = sha256
unique_subject = no
policy = any
copy_extensions = copy
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
`

export function authority(): Authority {
  const folder = freshFolder()
  const at = (name: string): string => join(folder, name)
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'pipe', cwd: folder })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-config', at('settings')]
  writeFileSync(at('settings'), settings(folder))
  writeFileSync(at('index.txt'), '')
  writeFileSync(at('serial'), '1000\n')
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '2',
    '-subj',
    '/CN=Authority of the test',
    '-addext',
    'basicConstraints=critical,CA:true',
    '-keyout',
    at('authority.key'),
    '-out',
    at('authority.crt'),
  )
  let issued = 0
  return {
    file: at('authority.crt'),
    issue: (name, from = '200101000000Z', to = '400101000000Z') => {
      const own = `server-${++issued}`
      const alternative = `subjectAltName=${/^[\d.]+$/.test(name) ? 'IP' : 'DNS'}:${name}`
      openssl('req', ...newKey, '-subj', `/CN=${name}`, '-addext', alternative, '-keyout', at(`${own}.key`), '-out', at(`${own}.csr`))
      openssl(
        'ca',
        '-batch',
        '-notext',
        '-config',
        at('settings'),
        '-cert',
        at('authority.crt'),
        '-keyfile',
        at('authority.key'),
        '-startdate',
        from,
        '-enddate',
        to,
        '-in',
        at(`${own}.csr`),
        '-out',
        at(`${own}.crt`),
      )
      return { cert: readFileSync(at(`${own}.crt`), 'utf8'), key: readFileSync(at(`${own}.key`), 'utf8') }
    },
  }
}
