import { useEffect, useRef } from 'react'
import { fromBase64 } from './base64.ts'

/** Draws a logo on a canvas, which takes the logo's size. An image element is not used: the page loads no data URLs. */
const drawLogo = async (logo: string, canvas: HTMLCanvasElement): Promise<void> => {
  const file = new Blob([fromBase64(logo)], { type: 'image/png' })
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  picture.close()
}

type Props = {
  /** The base64 of a PNG, as a location's record has it. */
  readonly value: string
  /** The text in place of the picture. */
  readonly label: string
  readonly className: string
}

/** Shows the logo of a location's papers. */
export function PaperLogo({ value, label, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current !== null) void drawLogo(value, canvas.current)
  }, [value])
  return <canvas ref={canvas} role="img" aria-label={label} className={className} />
}
