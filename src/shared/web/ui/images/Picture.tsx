import './Picture.css'
import { buildSrcset, defaultWidth, getImageUrl, parseImageHints } from '#shared/image-urls.ts'

type PictureProps = {
  /** Of the <picture>. */
  className?: string
  src: string
  alt: string
  /** The image's ratio, so that the page does not shift when it loads. */
  width: number
  height: number
  /** The displayed width, as in the attribute `sizes`. */
  sizes: string
  /** The width of the largest file to offer, in px. */
  maxWidth?: number
  /** The main image of the first screen, which is loaded with priority. */
  priority?: boolean
}

/**
 * An image in the widths that our server offers, with its average color until it loads. An external image is
 * used unchanged.
 */
export function Picture(props: PictureProps) {
  const { className, src, alt, width, height, sizes, maxWidth = 720, priority } = props
  const hints = parseImageHints(src)
  // For thumbnails the smallest WebP is smaller than any AVIF.
  const hasAvif = hints.hasAvif && maxWidth > 160
  const set = buildSrcset(src, maxWidth)
  const best = hasAvif ? 'avif' : 'webp'
  const bestSet = hasAvif ? buildSrcset(src, maxWidth, best) : set
  return (
    <picture className={className}>
      {hasAvif && <source type="image/avif" srcSet={bestSet} sizes={sizes} />}
      {priority && set && (
        <link
          rel="preload"
          as="image"
          type={`image/${best}`}
          href={getImageUrl(src, defaultWidth, best)}
          imageSrcSet={bestSet}
          imageSizes={sizes}
          fetchPriority="high"
        />
      )}
      <img
        className={hints.colour && getHueClass(hints.colour)}
        src={getImageUrl(src, defaultWidth)}
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
  )
}

/** Sixteen steps for each of red, green and blue: classes, because the page may hold no inline style. */
function getHueClass(colour: string): string {
  return `hue hue-r${colour[0]} hue-g${colour[2]} hue-b${colour[4]}`
}
