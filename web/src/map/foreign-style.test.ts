// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchForeignStyle, givesTiles, isLightStyle, lightnessOf } from '#map/foreign-style.ts';

afterEach(() => vi.unstubAllGlobals());

describe('how light a foreign style is', () => {
  it.each([
    ['#fff', 1],
    ['#000000', 0],
    ['#ffffff80', 1],
    ['rgb(255, 255, 255)', 1],
    ['rgba(0,0,0,0.5)', 0],
    ['hsl(40, 20%, 90%)', 0.9],
  ])('%s', (colour, lightness) => {
    expect(lightnessOf(colour)).toBeCloseTo(lightness);
  });

  it('is unknown of names and expressions, and then counts as light', () => {
    expect(lightnessOf('linen')).toBeNull();
    expect(lightnessOf(['get', 'x'])).toBeNull();
    const background = (colour: string) => ({
      layers: [{ id: 'b', type: 'background' as const, paint: { 'background-color': colour } }],
    });
    expect(isLightStyle(background('linen'))).toBe(true);
    expect(isLightStyle(background('#102030'))).toBe(false);
    expect(isLightStyle({ layers: [] })).toBe(true);
  });
});

describe('the style from this server', () => {
  const style = {
    version: 8,
    layers: [],
    sources: { town: { type: 'vector', tiles: ['/streets/tiles/1/{z}/{x}/{y}'], maxzoom: 14 } },
    metadata: { credits: [{ text: 'Us', link: null }] },
  };
  const signal = new AbortController().signal;

  it('gets whole addresses', async () => {
    vi.stubGlobal('fetch', async () => Response.json(style));
    const foreign = await fetchForeignStyle(signal);
    expect(JSON.stringify(foreign?.style.sources)).toContain(
      `${location.origin}/streets/tiles/1/{z}/{x}/{y}`,
    );
    expect(foreign?.credits).toEqual([{ text: 'Us', link: null }]);
  });

  it('is none while it cannot be had', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
    expect(await fetchForeignStyle(signal)).toBeNull();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await fetchForeignStyle(signal)).toBeNull();
  });

  it('is tried by the tile that is looked at', async () => {
    vi.stubGlobal('fetch', async () => Response.json(style));
    const foreign = (await fetchForeignStyle(signal))!;
    const asked: string[] = [];
    const answering = (status: number) => async (address: string) => {
      asked.push(address);
      return new Response(null, { status });
    };
    const view = { latitude: 35, longitude: 135.7, zoom: 16.4 };
    vi.stubGlobal('fetch', answering(204));
    expect(await givesTiles(foreign, view, signal)).toBe(true);
    expect(asked).toEqual([`${location.origin}/streets/tiles/1/14/14367/6489`]);
    vi.stubGlobal('fetch', answering(503));
    expect(await givesTiles(foreign, view, signal)).toBe(false);
  });
});
