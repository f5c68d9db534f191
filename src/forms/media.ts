/** Pictures that a file names but doesn't hold. Their placeholder stands where an address will. */

const scheme = 'local-file:'

export const localMedia = (name: string): string => (/^https?:\/\//i.test(name) ? name : `${scheme}${name}`)
export const isLocalName = (address: string): boolean => address.startsWith(scheme)
export const localName = (address: string): string => address.slice(scheme.length)

/** As a question's `multimedia`. */
export const multimediaOf = (address: string, type: 'img' | 'video' | 'audio' = 'img') => ({
  type,
  [`${type}Url`]: localMedia(address),
  imgLocation: 'blocks' as const,
})
