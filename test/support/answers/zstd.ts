import { zstdDecompressSync } from 'node:zlib'

export const decompress = (bytes: Uint8Array): Uint8Array => zstdDecompressSync(bytes)
