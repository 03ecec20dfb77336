/** Whether two link templates lead to the same host, by the same protocol. An empty template leads to none. */
export function isSameOrigin(one: string, other: string): boolean {
  return getOrigin(one) === getOrigin(other)
}

function getOrigin(template: string): string {
  return URL.parse(template.replaceAll('{id}', '1'))?.origin ?? ''
}
