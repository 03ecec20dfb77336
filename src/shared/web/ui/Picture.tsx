import { pictureSet } from '#shared/pictures.ts'

type PictureProps = {
  src: string
  alt: string
  /** The picture's proportion, in px of any scale, so that the page does not move when it arrives. */
  width: number
  height: number
  /** How wide it is shown, as in the attribute `sizes`. */
  sizes: string
  /** The widest file worth offering, in px. */
  longest?: number
  /** The one picture that the first screen waits for. */
  priority?: boolean
  className?: string
}

/** An image in the widths that our server keeps; one from elsewhere comes as it is. */
export function Picture({
  src,
  alt,
  width,
  height,
  sizes,
  longest = 720,
  priority,
  className,
}: PictureProps) {
  const set = pictureSet(src, longest)
  return (
    <img
      className={className}
      src={src}
      srcSet={set}
      sizes={set && sizes}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? undefined : 'lazy'}
      decoding={priority ? undefined : 'async'}
      fetchPriority={priority ? 'high' : undefined}
    />
  )
}
