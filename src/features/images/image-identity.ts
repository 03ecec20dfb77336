/** Parameters that only sign a URL and limit its lifetime, as clouds and caches write them. */
const signatureParameter = new RegExp(
  `^(${[
    'sign|signature|expires?|auth_key|(ws|tx)(secret|time)|security-token|key-pair-id|policy',
    '(ossaccesskey|awsaccesskey|googleaccess)id',
    'x-(oss|amz|goog|cos)-(algorithm|credential|date|expires|signature(-version)?|signedheaders|additional-headers)',
    'x-(oss|amz|cos)-security-token',
    'q-(sign-algorithm|ak|sign-time|key-time|header-list|url-param-list|signature)',
  ].join('|')})$`,
  'i',
)
/**
 * A path that identifies an image by itself; where it does not, a signature may be all that distinguishes two
 * of them.
 */
const imageFileName = /\.(jpe?g|png|webp|gif|avif|bmp|heic)(?![a-z0-9])[^/]*$/i

/**
 * The identity of a source: its URL without the signature, since hosts sign URLs anew each time. Other query
 * parameters may identify the image, and stay.
 */
export function getImageIdentity(source: string): string {
  const url = source.includes('?') ? URL.parse(source) : null
  if (!url || !imageFileName.test(url.pathname)) return source
  const parameters = [...url.searchParams]
  const unsignedParameters = parameters.filter(([name]) => !signatureParameter.test(name))
  if (unsignedParameters.length === parameters.length) return source
  const address = source.slice(0, source.indexOf('?'))
  return unsignedParameters.length > 0 ? `${address}?${new URLSearchParams(unsignedParameters)}` : address
}
