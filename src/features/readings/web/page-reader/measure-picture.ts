/** The natural size of a picture, in px; undefined when it does not load before `end`. */
export function measurePicture(
  address: string,
  end: number,
): Promise<{ width: number; height: number } | undefined> {
  const { promise, resolve } = Promise.withResolvers<{ width: number; height: number } | undefined>()
  const image = new Image()
  const timer = setTimeout(() => resolve(undefined), Math.max(0, end - performance.now()))
  image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
  image.onerror = () => resolve(undefined)
  image.src = address
  return promise.finally(() => {
    clearTimeout(timer)
    image.onload = null
    image.onerror = null
  })
}
