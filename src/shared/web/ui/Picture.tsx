import './Picture.css'
import { hintsOf, pictureAt, pictureSet, plainWidth } from '#shared/pictures.ts'

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

/** An image in the widths that our server keeps, its colour behind it until it arrives; one from elsewhere as it is. */
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
  const { colour, hasAvif } = hintsOf(src)
  const set = pictureSet(src, longest)
  const avif = hasAvif ? pictureSet(src, longest, 'avif') : undefined
  return (
    <>
      {priority && set && (
        <link
          rel="preload"
          as="image"
          type={avif ? 'image/avif' : 'image/webp'}
          href={pictureAt(src, plainWidth, avif ? 'avif' : 'webp')}
          imageSrcSet={avif ?? set}
          imageSizes={sizes}
          fetchPriority="high"
        />
      )}
      <picture>
        {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
        <img
          className={[className, colour && hueClasses(colour)].filter(Boolean).join(' ') || undefined}
          src={pictureAt(src, plainWidth)}
          srcSet={set}
          sizes={set && sizes}
          alt={alt}
          width={width}
          height={height}
          loading={priority ? undefined : 'lazy'}
          decoding={priority ? undefined : 'async'}
          fetchPriority={priority ? 'high' : undefined}
        />
      </picture>
    </>
  )
}

/** Eight steps for each of red, green and blue: classes, because the page may hold no inline style. */
function hueClasses(colour: string): string {
  const steps = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) >> 5)
  return `hue ${['r', 'g', 'b'].map((part, at) => `hue-${part}${steps[at]}`).join(' ')}`
}
