import { type DragEvent, useEffect, useRef, useState } from 'react';

const hasFiles = (event: Pick<DragEvent, 'dataTransfer'>) => event.dataTransfer.types.includes('Files');

/** A file that is let go beside the place for it does nothing: else the browser would leave the page for it. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      const { dataTransfer } = event;
      if (event.defaultPrevented || !dataTransfer || !hasFiles({ dataTransfer })) return;
      event.preventDefault();
      dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}

/** Files dragged over a part of the page; moving from one place in it to another is no leaving. */
export function useFileDrop(takeFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  useNoStrayDrops();
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  return {
    isOver,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current++;
        setOver(true);
      },
      onDragOver(event: DragEvent) {
        if (hasFiles(event)) event.preventDefault();
      },
      onDragLeave(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth.current--;
        if (depth.current <= 0) end();
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        end();
        takeFiles([...event.dataTransfer.files]);
      },
    },
  };
}
