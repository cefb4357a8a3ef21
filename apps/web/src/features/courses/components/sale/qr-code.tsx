import { qrPath } from '@apogee/domain/qr-path.ts'
import { Button } from '@apogee/ui/button.tsx'
import { encode } from 'uqr'
import { useText } from '#web/platform/language/messages.ts'
import { saveFile } from '#web/platform/edit-conflicts/save-text.ts'
import { shareMessages } from '../../messages/selling/share.en.ts'
import './share.css'

/** The printed picture has this many pixels for each module. */
const pixels = 16

interface Code {
  size: number
  data: boolean[][]
}

function svgOf({ size, data }: Code): Blob {
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<path d="${qrPath(data)}"/></svg>`,
  ]
  return new Blob(parts, { type: 'image/svg+xml' })
}

/** Draws the code for printing. Returns null where the browser draws nothing. */
async function pngOf(code: Code): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = code.size * pixels
  canvas.height = canvas.width
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(pixels, pixels)
  context.fillStyle = '#000'
  context.fill(new Path2D(qrPath(code.data)))
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Shows the QR code of an address, which can be saved as a picture of either kind. `name` is the file's name without its ending. */
export function QrCode({ address, name }: { address: string; name: string }) {
  const text = useText(shareMessages)
  const code = encode(address, { ecc: 'M', border: 2 })
  const savePng = async () => {
    const picture = await pngOf(code)
    saveFile(`${name}.${picture ? 'png' : 'svg'}`, picture ?? svgOf(code))
  }
  return (
    <div className="share-qr">
      <svg
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={text.qrAlt}
      >
        {/* Cameras require dark on light in every theme. */}
        <rect width={code.size} height={code.size} fill="white" />
        <path d={qrPath(code.data)} fill="black" />
      </svg>
      <div className="grid gap-2 justify-items-start">
        <p className="text-sm text-secondary">{text.qrHint}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => void savePng()}>
            {text.savePng}
          </Button>
          <Button size="sm" onClick={() => saveFile(`${name}.svg`, svgOf(code))}>
            {text.saveSvg}
          </Button>
        </div>
      </div>
    </div>
  )
}
