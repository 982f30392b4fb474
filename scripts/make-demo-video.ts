import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from './project.ts'

/**
 * Makes `resources/demo/scan-video.webm` once: slices of an invented body, from the knees to the head and back, with
 * the word Demonstration on every frame. Needs ffmpeg with VP9 (`apt-get install ffmpeg`). No other script runs this
 * one, because the video is in the repository.
 */
const size = 360
const frames = 90
const framesPerSecond = 15

type Ellipse = readonly [x: number, y: number, a: number, b: number, brightness: number]

const within = ([x, y, a, b]: Ellipse, px: number, py: number): number => {
  const d = ((px - x) / a) ** 2 + ((py - y) / b) ** 2
  // Soft edges, like a scanner's.
  return Math.max(0, Math.min(1, (1.06 - d) * 9))
}

/** The shapes of one slice, at a height from 0 (knees) to 1 (crown); later ones cover earlier ones. */
const sliceAt = (height: number): readonly Ellipse[] => {
  if (height < 0.32) {
    const wide = 0.2 + height * 0.25
    return [-1, 1].flatMap((side): Ellipse[] => [
      [side * (0.26 + height * 0.1), 0, wide, wide, 0.75],
      [side * (0.26 + height * 0.1), 0, wide * 0.82, wide * 0.82, 0.38],
      [side * (0.26 + height * 0.1), -0.02, 0.075, 0.075, 0.12],
      [side * (0.26 + height * 0.1), -0.02, 0.045, 0.045, 0.8],
    ])
  }
  if (height < 0.8) {
    const up = (height - 0.32) / 0.48
    const wide = 0.72 + 0.1 * Math.sin(up * 4)
    const lung = Math.max(0, Math.sin((up - 0.45) * 5.7)) * 0.26
    return [
      [0, 0, wide, 0.52, 0.8],
      [0, 0.01, wide - 0.09, 0.44, 0.34],
      [-0.28, -0.04, lung === 0 ? 0.25 : lung, lung === 0 ? 0.24 : lung * 1.25, lung === 0 ? 0.55 : 0.05],
      [0.28, -0.04, lung === 0 ? 0.13 : lung, lung === 0 ? 0.15 : lung * 1.25, lung === 0 ? 0.65 : 0.05],
      [0.06, -0.06, lung * 0.62, lung * 0.62, 0.7],
      [0, 0.27, 0.12, 0.1, 0.6],
      [0, 0.35, 0.04, 0.04, 0.95],
    ]
  }
  const up = (height - 0.8) / 0.2
  const wide = up < 0.25 ? 0.26 : 0.44 * Math.sqrt(Math.max(0.04, 1 - ((up - 0.5) * 1.7) ** 2))
  return [
    [0, 0, wide, wide * 1.2, 0.85],
    [0, 0, wide * 0.9, wide * 1.1, 0.08],
    [0, 0, wide * 0.84, wide * 1.03, 0.5],
    [-wide * 0.16, -0.02, wide * 0.08, wide * 0.36, 0.16],
    [wide * 0.16, -0.02, wide * 0.08, wide * 0.36, 0.16],
    [0, 0, wide * 0.025, wide, 0.3],
  ]
}

const drawFrame = (frame: number): Buffer => {
  const turn = (frame / frames) * 2
  const parts = sliceAt(turn <= 1 ? turn : 2 - turn)
  const pixels = Buffer.alloc(size * size)
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [x, y] = [(column / size) * 2 - 1, (row / size) * 2 - 1]
      let light = 0.015
      for (const part of parts) {
        if (part[2] <= 0) continue
        const share = within(part, x, y)
        light = light * (1 - share) + part[4] * share
      }
      pixels[row * size + column] = Math.round(Math.min(1, light) * 235)
    }
  }
  return pixels
}

const font = join(projectRoot, 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')
const film = join(projectRoot, 'resources/demo/scan-video.webm')
const word = `drawtext=fontfile=${font}:text=Demonstration:fontcolor=white@0.85:fontsize=20:x=(w-tw)/2:y=h-34`
const source = `-f rawvideo -pix_fmt gray -s ${size}x${size} -r ${framesPerSecond} -i -`
const target = '-an -c:v libvpx-vp9 -pix_fmt yuv420p -b:v 0 -crf 40 -row-mt 0 -map_metadata -1 -fflags +bitexact'
const ffmpeg = spawn('ffmpeg', ['-y', ...source.split(' '), '-vf', word, ...target.split(' '), film], {
  stdio: ['pipe', 'ignore', 'inherit'],
})
for (let frame = 0; frame < frames; frame += 1) {
  if (!ffmpeg.stdin.write(drawFrame(frame))) await once(ffmpeg.stdin, 'drain')
}
ffmpeg.stdin.end()
await once(ffmpeg, 'close')
