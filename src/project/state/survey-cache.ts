/**
 * A cache of what was read from files: the content of each survey, and results computed from it, valid as long as none of its
 * files has changed. Whatever can't be trusted is read again.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { isObject } from '../../model/document/shape.ts'
import { parseExactly } from '../../text/exact.ts'
import type { Environment } from '../files/config.ts'
import type { Files } from '../files/read-within.ts'
import { readCacheFile, writeCacheFile } from './cache-file.ts'
import type { Project } from '../files/project.ts'
import { fingerprint, isSecret, secretOf } from '../files/secrets.ts'
import { stampsIn, type Stamps } from './stamps.ts'
import type { SurveyPlace } from './state.ts'
import type { CachedFile } from '../files/survey-file.ts'

/** What is cached of one survey in one environment, but for its content. */
interface CachedFacts {
  /** Stamps of all files that were looked for, also of those that don't exist. */
  stamps: Readonly<Record<string, string>>
  /** Fingerprints of the environment variables that its content depends on. */
  variables: Readonly<Record<string, string | null>>
  sections: string[]
  /** From its state; absent where it has none yet. */
  place?: SurveyPlace
  /** Results computed from it, by name. */
  results: Record<string, unknown>
}

/** A survey whose files are valid. Its content is held compressed, as there may be hundreds of them. */
export interface CachedSurvey {
  facts: CachedFacts
  /** Compressed JSON: to read the YAML again would take thirty times as long. */
  packed: Uint8Array
}

interface Index {
  /** Hash of what made it: version of the program, project, environment. */
  of: string
  surveys: Record<string, { facts: CachedFacts; at: number; bytes: number }>
}

interface Options {
  /** Folder of the cache; undefined where nothing can be stored. */
  folder: string | undefined
  /** Version of the program: another one reads all files again. */
  version: string
  /** Ignore what is cached. */
  anew?: boolean
  now?: () => number
}

export class SurveyCache {
  readonly #stamps: Stamps
  readonly #path: string | undefined
  readonly #of: string
  readonly #surveys = new Map<string, CachedSurvey>()
  #changed = false

  constructor({ root, config }: Project, environment: Environment, { folder, version, anew = false, now }: Options) {
    this.#stamps = stampsIn(root, now)
    this.#path = folder && join(folder, `${sha256(JSON.stringify([root, environment.name])).slice(0, 32)}.cache`)
    this.#of = sha256(JSON.stringify([version, root, config.id, environment]))
    if (!anew) this.#read()
  }

  #read(): void {
    const stored = readCacheFile(this.#path)
    // Written by this program: `of` says by which version and for which configuration.
    const { of, surveys = {} } = (stored?.index ?? {}) as Partial<Index>
    if (!stored || of !== this.#of) return
    for (const [key, { facts, at, bytes }] of Object.entries(surveys))
      this.#surveys.set(key, { facts, packed: stored.body.subarray(at, at + bytes) })
  }

  /** `undefined` where its files have to be read. */
  find(key: string): CachedSurvey | undefined {
    const known = this.#surveys.get(key)
    if (!known) return undefined
    const { stamps, variables } = known.facts
    try {
      const isSame =
        Object.entries(stamps).every(([path, stamp]) => this.#stamps.of(path) === stamp) &&
        Object.entries(variables).every(([name, before]) => ofVariable(name) === before)
      return isSame ? known : undefined
    } catch {
      // Reading the file will tell what is wrong with it.
      return undefined
    }
  }

  /** Caches what `read` makes of the files it is given; `undefined` where there are problems with them. */
  store(
    key: string,
    files: Files,
    read: (files: Files) => { file: CachedFile; place: SurveyPlace | undefined } | undefined,
  ): CachedSurvey | undefined {
    const stamps: Record<string, string> = {}
    const stamped =
      <T>(look: (path: string) => T) =>
      (path: string): T => {
        // Taken before the file is read: a change in between shows as another stamp next time.
        stamps[path] = this.#stamps.of(path)
        return look(path)
      }
    this.#surveys.delete(key)
    const found = read({ read: stamped(files.read), sum: stamped(files.sum) })
    if (!found) return undefined
    const { file, place } = found
    const { content } = file
    const facts: CachedFacts = {
      stamps,
      variables: Object.fromEntries(variablesIn(content).map((name) => [name, ofVariable(name)])),
      sections: Object.keys(content).filter((name) => content[name] !== undefined),
      ...(place && { place }),
      results: {},
    }
    // A copy, as the result of zlib is a view that keeps a buffer of 64 KiB in memory.
    const known = { facts, packed: new Uint8Array(deflateRawSync(JSON.stringify(file), { level: 1 })) }
    if (this.#stamps.areOld(Object.keys(stamps))) this.#surveys.set(key, known)
    this.#changed = true
    return known
  }

  /** Adds a result that is valid as long as the files are unchanged. */
  addResult({ facts }: CachedSurvey, what: string, value: unknown): void {
    facts.results[what] = value
    this.#changed = true
  }

  /** Writes the cache for the next run, without surveys that no longer exist. */
  save(keys: readonly string[]): void {
    if (!this.#changed) return
    this.#changed = false
    const surveys: Index['surveys'] = {}
    const body: Uint8Array[] = []
    let at = 0
    for (const key of keys) {
      const known = this.#surveys.get(key)
      if (!known) continue
      surveys[key] = { facts: known.facts, at, bytes: known.packed.byteLength }
      body.push(known.packed)
      at += known.packed.byteLength
    }
    writeCacheFile(this.#path, { of: this.#of, surveys } satisfies Index, body)
  }
}

// Written by `store` of the same version of this program.
export const contentOf = ({ packed }: CachedSurvey): CachedFile => parseExactly(inflateRawSync(packed).toString()) as CachedFile

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function ofVariable(name: string): string | null {
  const secret = secretOf(name)
  return secret === undefined ? null : fingerprint(secret)
}

/** Variables of secret addresses. Those of headers are left out, as headers are compared by their `rev`. */
function variablesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(variablesIn)
  if (isSecret(value) && !('rev' in value)) return [value.env]
  return isObject(value) ? Object.values(value).flatMap(variablesIn) : []
}
