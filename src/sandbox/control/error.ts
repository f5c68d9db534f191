/** 400: not possible in the present state; 404: no such thing; 422: invalid input. */
type ControlStatus = 400 | 404 | 422

/** A refused request of the control address; the message is for the person who ran the command. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: ControlStatus

  constructor(message: string, status: ControlStatus = 422) {
    super(message)
    this.status = status
  }
}
