/** Stores downloaded media in a survey's folder: under safe names, atomically, and without overwriting other files. */
import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, usageError } from '../../errors.ts'
import { NewFile } from '../../system/replace-file.ts'
import { isDevice } from '../files/layout.ts'
import { sumWithin, type FileSum } from '../files/read-within.ts'
import { makeFolder } from '../../system/make-folder.ts'

/** File extensions by content type, the usual one first. */
const endings = new Map(
  Object.entries<readonly string[]>({
    'image/jpeg': ['.jpg', '.jpeg'],
    'image/png': ['.png'],
    'image/gif': ['.gif'],
    'image/webp': ['.webp'],
    'image/avif': ['.avif'],
    'image/svg+xml': ['.svg'],
    'video/mp4': ['.mp4', '.m4v'],
    'video/webm': ['.webm'],
    'video/quicktime': ['.mov'],
    'audio/mpeg': ['.mp3'],
    'audio/ogg': ['.ogg', '.oga'],
    'audio/wav': ['.wav'],
    'audio/x-wav': ['.wav'],
    'audio/mp4': ['.m4a'],
    'audio/aac': ['.aac'],
  }),
)

/** A file name that every file system accepts, made from an address, with an extension that fits its content type. */
export function mediaName(address: string, type: string | undefined): string {
  const last = decoded(URL.parse(address)?.pathname.split('/').at(-1) ?? '').toLowerCase()
  const ending = /\.[a-z\d]{1,8}$/.exec(last)?.[0] ?? ''
  const stem = last
    .slice(0, last.length - ending.length)
    .normalize('NFKD')
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  const known = endings.get(type?.toLowerCase() ?? '')
  return `${stem === '' || isDevice(stem) ? `file${stem && `-${stem}`}` : stem}${known && !known.includes(ending) ? (known[0] ?? '') : ending}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const mostBytes = 500 * 2 ** 20

export interface MediaDownload {
  write: (bytes: Buffer) => void
  /** Moves it to this name, or to one with a number where another file has it. Returns its path in the survey's folder. */
  place: (name: string, isTaken: (path: string) => boolean) => { path: string; sum: FileSum }
  drop: () => void
}

/** Begins a download into `media/` of a survey's folder. */
export function startDownload(root: string, folder: string): MediaDownload {
  const media = `${folder}/media`
  for (const part of [folder, media]) {
    makeFolder(join(root, part))
    if (!lstatSync(join(root, part)).isDirectory()) throw usageError(`${part} is not a folder of this project`)
  }
  const file = new NewFile(join(root, media))
  const hash = createHash('sha256')
  let bytes = 0
  return {
    write: (chunk) => {
      bytes += chunk.byteLength
      if (bytes > mostBytes) throw new CommandError('refused', 'is larger than 500 MB')
      hash.update(chunk)
      file.write(chunk)
    },
    place: (name, isTaken) => {
      const sum = { sha256: hash.digest('hex'), bytes }
      for (let count = 1; ; count++) {
        const path = `media/${count === 1 ? name : name.replace(/(\.[a-z\d]+)?$/, `-${count}$1`)}`
        if (isTaken(path) || !isThere({ root, path: `${folder}/${path}` }, file, sum)) continue
        file.abort()
        return { path, sum }
      }
    },
    drop: () => file.abort(),
  }
}

/** Puts the file there, unless another one has the name. Returns whether it is there now, also where it was already. */
function isThere({ root, path }: { root: string; path: string }, file: NewFile, { sha256 }: FileSum): boolean {
  const facts = lstatSync(join(root, path), { throwIfNoEntry: false })
  return facts ? facts.isFile() && sumWithin(root, path)?.sha256 === sha256 : file.place(join(root, path))
}
