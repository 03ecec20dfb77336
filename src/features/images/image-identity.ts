/** Query parameters of cloud storages that only sign a URL and limit its lifetime. */
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
 * A path that ends with an image file's name and so identifies the image. For other paths a signature may be the only
 * difference between two images.
 */
const imageFileName = /\.(jpe?g|png|webp|gif|avif|bmp|heic)(?![a-z0-9])[^/]*$/i

/**
 * The identity of an image source: its URL without the signature, because hosts sign URLs again each time. Other query
 * parameters stay, because they may identify the image.
 */
export function getImageIdentity(source: string): string {
  const url = source.includes('?') ? URL.parse(source) : null
  if (!url || !imageFileName.test(url.pathname)) return source
  const parameters = [...url.searchParams]
  const unsignedParameters = parameters.filter(([name]) => !signatureParameter.test(name))
  if (unsignedParameters.length === parameters.length) return source
  const urlWithoutQuery = source.slice(0, source.indexOf('?'))
  return unsignedParameters.length > 0
    ? `${urlWithoutQuery}?${new URLSearchParams(unsignedParameters)}`
    : urlWithoutQuery
}
