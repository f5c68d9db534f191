/** The embedded service, as far as these commands need it. */
export interface Embedded {
  createSandbox: (options: {
    port: number
    seed: 'demo' | 'empty'
    data?: string
    allowLocalWebhooks: boolean
    log: (line: string) => void
  }) => Promise<Running>
}

/** A request, once it is answered; `status` is `null` when the connection broke before. */
export interface Asked {
  at: string
  method: string
  path: string
  status: number | null
  whole: boolean
  ms: number
  fault: number | null
}

export interface Running {
  baseUrl: string
  apiKey: string
  workspaceId: number
  folderId: number
  controlUrl: string
  controlToken: string
  consoleUrl: string
  onRequest: (listener: (asked: Asked) => void) => void
  close: () => Promise<void>
}

export interface StartFlags {
  port?: string | undefined
  data?: string | undefined
  seed?: 'demo' | 'empty' | undefined
  allowLocalWebhooks?: boolean | undefined
  profile?: boolean | undefined
}
