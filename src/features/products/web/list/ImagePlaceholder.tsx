import './ImagePlaceholder.css'

type ImagePlaceholderProps = {
  /** The images are still loading. */
  isWaiting?: boolean
}

/** The placeholder of a missing main image, in its position and size. */
export function ImagePlaceholder({ isWaiting = false }: ImagePlaceholderProps) {
  return (
    <div className="no-picture surface-mat" aria-hidden data-waiting={isWaiting || undefined}>
      <div className="ruler-ticks no-picture__ruler" />
      <div className="ruler-ticks ruler-ticks--v no-picture__ruler no-picture__ruler--side" />
      <svg
        viewBox="0 0 240 240"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M48 92l72-36 72 36v76l-72 36-72-36zM48 92l72 36 72-36M120 128v76" strokeDasharray="5 5" />
        <path d="M84 74l72 36v22M98 67l72 36" strokeDasharray="5 5" />
      </svg>
    </div>
  )
}
