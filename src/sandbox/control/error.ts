/** 400: can't be done as it stands; 404: there is no such thing; 422: asked for in a wrong way. */
export type ControlStatus = 400 | 404 | 422

/** A request that can't be done; its message is for the person who asked. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: ControlStatus

  constructor(message: string, status: ControlStatus = 422) {
    super(message)
    this.status = status
  }
}
