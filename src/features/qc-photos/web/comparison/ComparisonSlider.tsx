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
  /** The name of the item. */
  name: string
  /** The seller's data, with at least one image. */
  info: ProductInfo
  /** At least one photo. */
  photos: NumberedPhoto[]
  /** The names of the chosen variant's values. */
  chosen: string[]
}

/** Screens with more than two pixels per CSS pixel get images for two; the lightbox has sharper ones. */
const sizes =
  '(min-width: 900px) 54vw, (min-width: 600px) 560px, (min-resolution: 2.5dppx) 66vw, calc(100vw - 32px)'
const maxWidth = 1080

const loadPanel = async () => (await import('./align/AlignPanel.tsx')).AlignPanel

/**
 * The seller's image over a QC photo, with a divider between them that pointer, finger and arrow keys move. Align moves
 * the QC photo so that both match.
 */
export function ComparisonSlider({ name, info, photos, chosen }: ComparisonSliderProps) {
  const slider = useComparisonSlider()
  const pictures = getImages(info)
  const initial = findInitialPair(info, photos, chosen)
  const [picture, selectPicture] = useSelection(initial.picture, pictures)
  const [photoUrl, selectPhoto] = useSelection(
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
  const isAlignPanelOpen = isAligning && Panel !== undefined
  return (
    <>
      <div
        className="comparison-slider"
        data-aligning={isAlignPanelOpen || undefined}
        ref={slider.frame}
        {...(!isAlignPanelOpen && slider.handlers)}
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
          {isAlignPanelOpen ? <ResizeCorners /> : <Divider />}
        </div>
        {!isAlignPanelOpen && (
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
          onPick={selectPicture}
        />
        <Picker
          label="QC photo to compare"
          value={photo.url}
          options={photos.map(({ url, number, variant }) => ({
            url,
            label: `QC ${number}`,
            detail: variant,
          }))}
          onPick={selectPhoto}
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
      {isAlignPanelOpen && (
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

/** The selected URL; it returns to the initial one when that changes with the variant. */
function useSelection(initial: string, urls: string[]): [string, (url: string) => void] {
  const [selection, setSelection] = useState({ initial, url: initial })
  // The selected photo may leave the list when that is filtered or reloaded.
  const isSelected = selection.initial === initial && urls.includes(selection.url)
  return [isSelected ? selection.url : initial, (url) => setSelection({ initial, url })]
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

/** The corners that resize and rotate the photo with a mouse. */
function ResizeCorners() {
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

/** A select for the photo to compare; a single photo is only labeled. */
function Picker({ label, value, options, onPick }: PickerProps) {
  const id = useId()
  if (options.length === 1) return <p className="comparison-slider__only">{options[0]?.label}</p>
  return (
    <span className="selectwrap comparison-slider__picker">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      {/* Options include variant names, which are too long for the closed select. */}
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
