import type { Page } from '@playwright/test';

/** At least a second and a half of film, black at first, recorded by the browser itself. */
export async function recordVideo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 240;
    const context = canvas.getContext('2d')!;
    const started = performance.now();
    let bright = 0;
    const draw = () => {
      const passed = performance.now() - started;
      if (passed >= 300) bright++;
      context.fillStyle = passed < 300 ? '#000' : '#94d137';
      context.fillRect(0, 0, 320, 240);
      context.fillStyle = passed < 300 ? '#000' : '#1f76e8';
      context.fillRect((passed / 8) % 280, 90, 40, 60);
    };
    draw();
    const drawing = setInterval(draw, 30);
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.start();
    // On a busy machine little is drawn in that time, and less recorded.
    do await new Promise((resolve) => setTimeout(resolve, 1600));
    while (bright < 20);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.stop();
    await stopped;
    clearInterval(drawing);
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(base64, 'base64');
}
