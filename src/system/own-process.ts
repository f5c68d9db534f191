/** Whether the program has its process to itself: only then may it set what holds for all of it, as V8's flags. */
let isOurs = false

export const ownProcess = (): boolean => isOurs

/** Said by who ends the process as well. */
export const takeProcess = (): void => {
  isOurs = true
}
