/** Pictures that a file names but doesn't hold. Their placeholder stands where an address will. */

const mark = 'local-file:'

export const localMedia = (name: string): string => (/^https?:\/\//i.test(name) ? name : `${mark}${name}`)
export const isLocalName = (address: string): boolean => address.startsWith(mark)
export const localName = (address: string): string => address.slice(mark.length)

/** As a question's `multimedia`. */
export const multimediaOf = (address: string, type: 'img' | 'video' | 'audio' = 'img') => ({
  type,
  [`${type}Url`]: localMedia(address),
  imgLocation: 'blocks' as const,
})
