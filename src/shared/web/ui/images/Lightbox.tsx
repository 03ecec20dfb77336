import './Lightbox.css'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import YetAnotherLightbox, {
  type ComponentProps,
  createModule,
  MODULE_CONTROLLER,
  MODULE_TOOLBAR,
  type Plugin,
  type SlideImage,
  type ZoomRef,
} from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { buildSrcset, getImageHash, getImageUrl, imageWidths } from '#shared/image-urls.ts'
import { useOverlayEntry } from '#shared/web/navigation/use-overlay-entry.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { type FullPicture, LightboxFrame, type ZoomControl } from './LightboxFrame.tsx'

type LightboxProps = {
  label: string
  pictures: FullPicture[]
  index: number
  onClose: () => void
  onView: ((index: number) => void) | undefined
}

const maxWidth = 1600
/** How far a double tap or the button zooms in; fingers, wheel and keys go further. */
const zoomStep = 2.5

/** The data that the frame around the picture needs and that the library does not pass to it. */
const FrameContext = createContext<{ pictures: FullPicture[]; zoom: ZoomControl } | undefined>(undefined)

/** Puts our frame around the library's slides and removes its toolbar. */
const framePlugin: Plugin = ({ addParent, remove }) => {
  remove(MODULE_TOOLBAR)
  addParent(MODULE_CONTROLLER, createModule('frame', Frame))
}

function Frame({ children }: ComponentProps) {
  const frameProps = useContext(FrameContext)
  return frameProps && <LightboxFrame {...frameProps}>{children}</LightboxFrame>
}

/**
 * The full-screen view. It is endless in both directions and handles arrow keys, swipe, pinch, double tap, +,
 * - and Esc. The rest of the page is inert.
 */
export function Lightbox({ label, pictures, index, onClose, onView }: LightboxProps) {
  // Fixed for the view's lifetime: the library starts again at `index` when it gets a new list.
  const [slides] = useState(() => pictures.map(toSlide))
  const [factor, setFactor] = useState(1)
  useOverlayEntry(true, onClose)
  const zoomRef = useRef<ZoomRef>(null)
  const reset = () => zoomRef.current?.changeZoom(1)
  const zoomIn = () => zoomRef.current?.zoomIn()
  const zoom = {
    isIn: factor > 1,
    toggle: (x?: number, y?: number) =>
      factor > 1 ? reset() : zoomRef.current?.changeZoom(zoomStep, false, x, y),
    in: zoomIn,
    out: () => zoomRef.current?.zoomOut(),
    reset,
  }
  const single = pictures.length === 1
  return (
    <FrameContext value={{ pictures, zoom }}>
      <YetAnotherLightbox
        open
        className="lightbox"
        slides={slides}
        index={index}
        close={onClose}
        plugins={[framePlugin, Zoom]}
        carousel={{ finite: single, padding: 8 }}
        controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
        animation={{ fade: 180, swipe: 240, zoom: 240 }}
        noScroll={{ disabled: true }}
        // The library's double tap zooms in step by step; ours switches between two scales.
        zoom={{ ref: zoomRef, maxZoomPixelRatio: 2, doubleTapDelay: 0, doubleClickDelay: 0 }}
        on={{ view: ({ index: viewed }) => onView?.(viewed), zoom: ({ zoom: now }) => setFactor(now) }}
        labels={{ Lightbox: label, 'Photo gallery': label, '{index} of {total}': 'Photo {index} of {total}' }}
        render={{
          slideContainer: (props) => <Slide {...props} />,
          iconLoading: () => (
            <span className="lightbox__loading">
              <Spinner />
            </span>
          ),
          iconPrev: () => <ArrowLeft className="icon" aria-hidden />,
          iconNext: () => <ArrowRight className="icon" aria-hidden />,
          ...(single && { buttonPrev: () => null, buttonNext: () => null }),
        }}
      />
    </FrameContext>
  )
}

function Slide({ slide, children }: { slide: SlideImage; children?: ReactNode }) {
  return (
    <>
      {slide.src && <Preview {...slide} />}
      {children}
    </>
  )
}

/** The file that the page has already loaded, shown until the large file has loaded. */
function Preview({ src, width, height }: SlideImage) {
  const [loaded] = useState(() => findLoadedImage(src))
  return (
    loaded && (
      <img className="lightbox__preview" src={loaded} alt="" width={width} height={height} decoding="sync" />
    )
  )
}

/** All widths that our server offers, so that zooming fetches a sharper file. */
function toSlide({ src, alt, width = maxWidth, height = maxWidth }: FullPicture): SlideImage {
  const heightAt = (slideWidth: number) => Math.round((slideWidth * height) / width)
  const slide = { src, alt, width: maxWidth, height: heightAt(maxWidth) }
  if (!buildSrcset(src, maxWidth)) return { ...slide, width, height }
  const widths = imageWidths.filter((slideWidth) => slideWidth >= 480 && slideWidth <= maxWidth)
  return {
    ...slide,
    srcSet: widths.map((slideWidth) => ({
      src: getImageUrl(src, slideWidth),
      width: slideWidth,
      height: heightAt(slideWidth),
    })),
  }
}

/** The URL of the largest file of an image that the page has loaded; undefined when there is none. */
function findLoadedImage(src: string): string | undefined {
  const hash = getImageHash(src)
  if (hash === undefined) return undefined
  return [...document.images]
    .filter((image) => image.naturalWidth > 0 && getImageHash(new URL(image.currentSrc).pathname) === hash)
    .toSorted((a, b) => b.naturalWidth - a.naturalWidth)[0]?.currentSrc
}
