import { isOtherVariant } from '#shared/items/item-variant.ts'
import './ComparisonSlider.css'
import { ChevronDown, ChevronsLeftRight, Move } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { getImages } from '#shared/items/variant-selection.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { NumberedPhoto } from '../../photo-groups.ts'
import { getPhotoAlt } from '../full-photo.ts'
import { useAlignment } from './align/use-alignment.ts'
import { findInitialPair } from './initial-pair.ts'
import { useComparisonSlider } from './use-comparison-slider.ts'

export type ComparisonSliderProps = {
  /** Of the item. */
  name: string
  /** With at least one image. */
  info: ProductInfo
  /** At least one. */
  photos: NumberedPhoto[]
  /** The names of the chosen variant's values. */
  chosen: string[]
}

/** Finer screens than two pixels a point get two: the sharp ones are in the lightbox. */
const sizes =
  '(min-width: 900px) 54vw, (min-width: 600px) 560px, (min-resolution: 2.5dppx) 66vw, calc(100vw - 32px)'
const maxWidth = 1080

const loadPanel = async () => (await import('./align/AlignPanel.tsx')).AlignPanel

/**
 * The seller's image over a QC photo, cut at a divider that pointer, finger and arrow keys move. Align lays the
 * QC photo under the seller's.
 */
export function ComparisonSlider({ name, info, photos, chosen }: ComparisonSliderProps) {
  const slider = useComparisonSlider()
  const pictures = getImages(info)
  const initial = findInitialPair(info, photos, chosen)
  const [picture, setPicture] = usePick(initial.picture, pictures)
  const [photoUrl, setPhoto] = usePick(
    initial.photo,
    photos.map(({ url }) => url),
  )
  const { alignment, preview, change } = useAlignment(slider.frame, picture, photoUrl)
  const [isAligning, setAligning] = useState(false)
  const Panel = useLazyComponent(loadPanel, isAligning)
  const opener = useRef<HTMLButtonElement>(null)
  const photo = photos.find(({ url }) => url === photoUrl)
  if (!photo) return null
  function handleDone() {
    setAligning(false)
    opener.current?.focus()
  }
  const isOther = photo.variant !== null && isOtherVariant([photo.variant], chosen)
  const isLaid = isAligning && Panel !== undefined
  return (
    <>
      <div
        className="comparison-slider"
        data-aligning={isLaid || undefined}
        ref={slider.frame}
        {...(!isLaid && slider.handlers)}
      >
        <div className="comparison-slider__frame">
          <span className="comparison-slider__side comparison-slider__side--qc">
            <Picture
              src={photo.url}
              alt={getPhotoAlt(photo)}
              width={1}
              height={1}
              sizes={sizes}
              maxWidth={maxWidth}
            />
          </span>
          <span className="comparison-slider__side comparison-slider__side--seller">
            <Picture
              src={picture}
              alt={`${name}, seller's photo ${pictures.indexOf(picture) + 1}`}
              width={1}
              height={1}
              sizes={sizes}
              maxWidth={maxWidth}
            />
          </span>
          <span className="comparison-slider__half">
            <span className="comparison-slider__tag">Seller's photo</span>
          </span>
          <span className="comparison-slider__half comparison-slider__half--qc">
            <span className="comparison-slider__tag">
              {isOther ? `QC photo · ${photo.variant}` : 'QC photo'}
            </span>
          </span>
          {isLaid ? <Grips /> : <Divider />}
        </div>
        {!isLaid && (
          <input
            type="range"
            className="comparison-slider__input"
            min={0}
            max={100}
            step={5}
            ref={slider.input}
            aria-label="Divider between seller's photo and QC photo"
            aria-valuetext={slider.description}
            {...slider.field}
          />
        )}
      </div>
      <div className="comparison-slider__tools">
        <Picker
          label="Seller's photo to compare"
          value={picture}
          options={pictures.map((url, index) => ({ url, label: `Seller ${index + 1}` }))}
          onPick={setPicture}
        />
        <Picker
          label="QC photo to compare"
          value={photo.url}
          options={photos.map(({ url, number, variant }) => ({
            url,
            label: `QC ${number}`,
            detail: variant,
          }))}
          onPick={setPhoto}
        />
        <button
          type="button"
          className="btn"
          ref={opener}
          aria-pressed={isAligning}
          onClick={() => setAligning(!isAligning)}
          onPointerEnter={() => void loadPanel().catch(() => undefined)}
        >
          <Move className="icon" aria-hidden />
          Align
        </button>
      </div>
      {isLaid && (
        <Panel
          frame={slider.frame}
          alignment={alignment}
          onPreview={preview}
          onChange={change}
          onDone={handleDone}
        />
      )}
    </>
  )
}

/** What is picked instead of the first one; another variant, which brings others first, takes it back. */
function usePick(initial: string, urls: string[]): [string, (url: string) => void] {
  const [pick, setPick] = useState({ initial, url: initial })
  // A picked one may leave the list when that is filtered or reloaded.
  const isPicked = pick.initial === initial && urls.includes(pick.url)
  return [isPicked ? pick.url : initial, (url) => setPick({ initial, url })]
}

function Divider() {
  return (
    <span className="comparison-slider__line">
      <span className="comparison-slider__knob">
        <ChevronsLeftRight className="icon" aria-hidden />
      </span>
    </span>
  )
}

/** The corners that a mouse sizes and turns the photo by. */
function Grips() {
  return (
    <span className="comparison-slider__grips" aria-hidden>
      <i data-grip />
      <i data-grip />
      <i data-grip />
      <i data-grip />
    </span>
  )
}

type PickerProps = {
  label: string
  value: string
  options: { url: string; label: string; detail?: string | null }[]
  onPick: (url: string) => void
}

/** One photo is no choice, so that it is only named. */
function Picker({ label, value, options, onPick }: PickerProps) {
  const id = useId()
  if (options.length === 1) return <p className="comparison-slider__only">{options[0]?.label}</p>
  return (
    <span className="selectwrap comparison-slider__picker">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      {/* The list names the variants, too long for the closed field. */}
      <span className="input select comparison-slider__words" aria-hidden>
        {options.find(({ url }) => url === value)?.label}
      </span>
      <select
        className="input select comparison-slider__select"
        id={id}
        value={value}
        onChange={({ target }) => onPick(target.value)}
      >
        {options.map(({ url, label, detail }) => (
          <option key={url} value={url}>
            {detail ? `${label} · ${detail}` : label}
          </option>
        ))}
      </select>
      <ChevronDown className="icon icon--s" aria-hidden />
    </span>
  )
}
