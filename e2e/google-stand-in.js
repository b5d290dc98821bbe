// Stands in for Google's script in journeys: the part of its map that the product uses, and dragging.
(() => {
  class StandInMap {
    #element;
    #options;
    #handlers = new Map();
    constructor(element, options) {
      this.#element = element;
      this.#options = { ...options };
      element.tabIndex = 0;
      element.dataset.standIn = 'google';
      element.style.background = '#cfe0d0';
      element.addEventListener('pointerdown', (down) => this.#drag(down));
      element.addEventListener('click', () => this.#tell('click'));
      setTimeout(() => this.#tell('tilesloaded'), 50);
    }
    #drag(down) {
      let { clientX: x, clientY: y } = down;
      const move = (event) => {
        this.panBy(x - event.clientX, y - event.clientY);
        ({ clientX: x, clientY: y } = event);
      };
      const up = () => {
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', up);
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', up);
    }
    #tell(event) {
      for (const handler of this.#handlers.get(event) ?? []) handler();
    }
    getCenter() {
      const { lat, lng } = this.#options.center;
      return { lat: () => lat, lng: () => lng };
    }
    getZoom() {
      return this.#options.zoom;
    }
    moveCamera({ center, zoom }) {
      const isZoomed = zoom !== this.#options.zoom;
      Object.assign(this.#options, { center, zoom });
      this.#tell('center_changed');
      if (isZoomed) this.#tell('zoom_changed');
    }
    panTo(center) {
      this.moveCamera({ center, zoom: this.#options.zoom });
    }
    panBy(x, y) {
      const size = 256 * 2 ** this.#options.zoom;
      const { lat, lng } = this.#options.center;
      const sine = Math.sin((lat * Math.PI) / 180);
      const row = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) + y / size;
      const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * row))) * 180) / Math.PI;
      this.panTo({ lat: latitude, lng: lng + (x / size) * 360 });
    }
    setZoom(zoom) {
      this.moveCamera({ center: this.#options.center, zoom });
    }
    setOptions(options) {
      Object.assign(this.#options, options);
      this.#element.dataset.night = String(Boolean(options.styles));
    }
    addListener(event, handler) {
      const handlers = this.#handlers.get(event) ?? new Set();
      this.#handlers.set(event, handlers.add(handler));
      return { remove: () => handlers.delete(handler) };
    }
  }
  window.google = {
    maps: { Map: StandInMap, event: { clearInstanceListeners() {}, trigger() {} } },
  };
  const ready = new URL(document.currentScript.src).searchParams.get('callback');
  window[ready]();
})();
