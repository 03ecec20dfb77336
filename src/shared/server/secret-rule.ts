export const minSecretLength = 16
const maxSecretLength = 1024

/**
 * Why a text cannot be the site's signing secret, as the end of a sentence without a full stop; undefined when it can.
 * The text itself is never in it.
 */
export function describeSecretFault(text: string): string | undefined {
  if (text.length < minSecretLength)
    return `it has ${text.length} characters and needs at least ${minSecretLength}`
  if (text.length > maxSecretLength)
    return `it has ${text.length} characters and may have at most ${maxSecretLength}`
  if (!/^[!-~](?:[ -~]*[!-~])?$/.test(text))
    return 'it may have only letters, digits, signs of ASCII and spaces between them'
  return undefined
}

/** More bytes than any signing secret has, `SECRET` in any script included. */
export const maxSecretBytes = 4 * maxSecretLength
