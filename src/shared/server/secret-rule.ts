export const minSecretLength = 16
const maxSecretLength = 1024

/**
 * Why a text cannot be the site's signing secret, as the end of a sentence without a period; undefined when it can. The
 * result does not contain the secret.
 */
export function findSecretProblem(text: string): string | undefined {
  if (text.length < minSecretLength)
    return `it has ${text.length} characters and needs at least ${minSecretLength}`
  if (text.length > maxSecretLength)
    return `it has ${text.length} characters and may have at most ${maxSecretLength}`
  if (!/^[!-~](?:[ -~]*[!-~])?$/.test(text))
    return 'it may have only letters, digits, ASCII punctuation and spaces between them'
  return undefined
}

/** An upper bound for the size of a signing secret in bytes, in any script. */
export const maxSecretBytes = 4 * maxSecretLength
